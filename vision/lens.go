package vision

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// Where nobody measured the camera or the tiles, poses are found together with the lens and the thickness that suit them: under the right
// ones the lattice does not drift off where it reaches far, and stacks of every height show their edges where they should.
const (
	freeFocal     = iota // logarithm of the focal length
	freeRight            // middle of the lens to the right, in widths of the picture
	freeDown             // and downwards
	freeBend             // first distortion coefficient
	freeCurl             // second distortion coefficient
	freeThickness        // thickness of a tile; it changes by shares of it
	freeNumbers
)

// freedom is what is expected of what nobody measured, and how far that may be off (standard deviations).
type freedom struct {
	expected, sigma [freeNumbers]float64
	side            float64 // of a tile, as a share of the pitch, expected; 0: it was measured
}

// How far what nobody measured may be off.
const (
	focalSigma     = 0.10
	middleSigma    = 0.006
	bendSigma      = 0.06
	curlSigma      = 0.03
	phoneFocal     = 0.012 // where EXIF tells the focal length: it is rounded,
	phoneShare     = 0.5   // and the rest of the lens is so much better than a webcam's
	thicknessShare = 0.24  // of the pitch, expected
	thicknessSigma = 0.22
	knownSigma     = 1e-4 // of what was measured
	mostThinner    = -0.7 // share by which a step makes tiles thinner at most
)

// freedomOf is what nobody measured of a camera and a tile set; nil if all was. Without any camera, cam is the one thought usual.
func freedomOf(cam *calibration.Camera, anyCamera bool, set *calibration.Tileset, sz sizes) *freedom {
	anyThickness := set == nil || set.ThicknessMM <= 0
	if !anyCamera && !anyThickness {
		return nil
	}
	g := &freedom{expected: numbersOf(cam, sz)}
	for i := range g.sigma {
		g.sigma[i] = knownSigma
	}
	switch {
	case anyCamera:
		g.freeLens(focalSigma, 1)
	case cam.Dist == [len(cam.Dist)]float64{}: // nobody measured more than EXIF tells
		g.freeLens(phoneFocal, phoneShare)
	}
	if anyThickness {
		g.expected[freeThickness], g.sigma[freeThickness] = math.Log(thicknessShare), thicknessSigma
	}
	if set == nil || set.SideMM <= 0 || set.PitchMM <= 0 {
		g.side = sz.side / sz.pitch
	}
	return g
}

// freeLens frees the lens; all but the focal length is so much better than that of a webcam.
func (g *freedom) freeLens(focal, share float64) {
	g.sigma[freeFocal] = focal
	g.sigma[freeRight], g.sigma[freeDown] = share*middleSigma, share*middleSigma
	g.sigma[freeBend], g.sigma[freeCurl] = share*bendSigma, share*curlSigma
}

// numbersOf are the numbers of a camera and of tiles.
func numbersOf(cam *calibration.Camera, sz sizes) [freeNumbers]float64 {
	k := &cam.K
	return [freeNumbers]float64{
		freeFocal: math.Log(k[0][0]), freeRight: k[0][2] / float64(cam.Width), freeDown: k[1][2] / float64(cam.Width),
		freeBend: cam.Dist[0], freeCurl: cam.Dist[1], freeThickness: math.Log(sz.thickness / sz.pitch),
	}
}

// strains are how far what nobody measured is off what is expected, each of unit variance.
func (p *pose) strains() (e [freeNumbers]float64) {
	now := numbersOf(p.cam, p.sizes)
	for i := range e {
		e[i] = (now[i] - p.free.expected[i]) / p.free.sigma[i]
		if beyond := math.Abs(e[i]) - strainMost; beyond > 0 {
			e[i] += math.Copysign(strainBeyond*beyond, e[i])
		}
	}
	return e
}

// No tile is made much thinner or thicker than most, no lens bends much more: from so many standard deviations on, each more counts so
// many more.
const (
	strainMost   = 2.2
	strainBeyond = 3.0
)

// strain is the sum of their squares; none if all was measured.
func (p *pose) strain() (sum float64) {
	if p.free == nil {
		return 0
	}
	for _, e := range p.strains() {
		sum += e * e
	}
	return sum
}

// reshape changes what nobody measured by so much. With another focal length the pose moves as much farther away as that enlarges the
// middle; with another thickness the faces of the first level stay.
func (p *pose) reshape(by [freeNumbers]float64, middle vec3) {
	cam, enlarged := *p.cam, math.Exp(by[freeFocal])
	cam.K[0][2] += by[freeRight] * float64(cam.Width)
	cam.K[1][2] += by[freeDown] * float64(cam.Width)
	cam.K[0][0] *= enlarged
	cam.K[1][1] *= enlarged
	cam.Dist[0] += by[freeBend]
	cam.Dist[1] += by[freeCurl]
	p.cam = &cam
	p.t[2] += middle[2] * (enlarged - 1)
	thicker := p.thickness * max(by[freeThickness], mostThinner)
	p.thickness += thicker
	p.t = p.t.add(p.z.scale(thicker))
}

// freeSlopes are how a point in space at a level, seen at a pixel, moves in the picture as each of what nobody measured changes; by is as
// Camera.ProjectNear says.
func (p *pose) freeSlopes(v, middle vec3, level float64, at engine.Point, by *[2][3]float64) (slopes [freeNumbers]engine.Point) {
	x, y := v[0]/v[2], v[1]/v[2]
	k := &p.cam.K
	slopes[freeFocal] = engine.Point{X: at.X - k[0][2] + by[0][2]*middle[2], Y: at.Y - k[1][2] + by[1][2]*middle[2]}
	slopes[freeRight].X, slopes[freeDown].Y = float64(p.cam.Width), float64(p.cam.Width)
	far := x*x + y*y
	slopes[freeBend] = engine.Point{X: k[0][0] * x * far, Y: k[1][1] * y * far}
	slopes[freeCurl] = engine.Point{X: k[0][0] * x * far * far, Y: k[1][1] * y * far * far}
	up := p.z.scale((1 - level) * p.thickness)
	slopes[freeThickness] = engine.Point{X: vec3(by[0]).dot(up), Y: vec3(by[1]).dot(up)}
	return slopes
}

// sideSigma is how far a tile's side may be off what is expected, as a share of the pitch (standard deviation).
const sideSigma = 0.008

// fitSide makes tiles that nobody measured as large as their edges show: as far as they lie outward on all sides, the gaps are smaller.
func (p *pose) fitSide(sights []sight) {
	if p.free == nil || p.free.side == 0 {
		return
	}
	known := 4 / (sideSigma * sideSigma)
	sum, info := known*(p.free.side-p.side/p.pitch)/2, known
	for i := range sights {
		s := &sights[i]
		c, r := s.col-math.Round(s.col), s.row-math.Round(s.row) // off the middle of its tile
		if math.Abs(c) > math.Abs(r) {
			c, r = math.Copysign(1, c), 0
		} else {
			c, r = 0, math.Copysign(1, r)
		}
		const near = 0.02
		here, out := p.pixel(s.col, s.row, s.level), p.pixel(s.col+near*c, s.row+near*r, s.level)
		outward := ((out.X-here.X)*s.nx + (out.Y-here.Y)*s.ny) / near * s.weight // of unit variance for a pitch
		off := ((s.at.X-here.X)*s.nx + (s.at.Y-here.Y)*s.ny) * s.weight
		_, trust := robust(off)
		sum += trust * outward * off
		info += trust * outward * outward
	}
	p.side += 2 * p.pitch * sum / info
}

// anyThickness says whether nobody measured how thick the tiles are.
func (g *freedom) anyThickness() bool { return g != nil && g.sigma[freeThickness] > knownSigma }

// thicknesses are by which shares thicker tiles are begun with.
func (g *freedom) thicknesses(p *pose) []float64 {
	if !g.anyThickness() {
		return []float64{0}
	}
	now := p.strains()[freeThickness]
	var all []float64
	for _, strain := range thicknessStrains {
		all = append(all, g.thicker(strain-now))
	}
	return all
}

// thicker is the share by which a tile is thicker that is so many standard deviations thicker.
func (g *freedom) thicker(strains float64) float64 {
	return math.Expm1(strains * g.sigma[freeThickness])
}

// thicknessStrains are the thicknesses that are begun with, in standard deviations.
var thicknessStrains = []float64{-1.5, 0, 1.5}
