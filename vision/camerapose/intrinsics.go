package camerapose

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// Where nobody measured the camera or the tiles, poses are found together with the lens and the thickness that suit them: under the right
// ones the lattice does not drift off where it reaches far, and stacks of every height show their edges where they should.
const (
	freeFocal     = iota // logarithm of the focal length
	freeCenterX          // middle of the lens to the right, in widths of the picture
	freeCenterY          // and downwards
	freeK1               // first distortion coefficient
	freeK2               // second distortion coefficient
	FreeThickness        // thickness of a tile; it changes by shares of it
	FreeNumbers
)

// unmeasured is what is expected of what nobody measured, and how far that may be off (standard deviations).
type IntrinsicsPrior struct {
	Expected, Sigma [FreeNumbers]float64
	side            float64 // of a tile, as a share of the pitch, expected; 0: it was measured
}

// How far what nobody measured may be off.
const (
	focalSigma     = 0.10
	centerSigma    = 0.006
	k1Sigma        = 0.06
	k2Sigma        = 0.03
	exifFocalSigma = 0.012 // where EXIF tells the focal length: it is rounded,
	exifLensScale  = 0.5   // and the rest of the lens is so much better than a webcam's
	thicknessShare = 0.24  // of the pitch, expected
	thicknessSigma = 0.22
	knownSigma     = 1e-4 // of what was measured
	MostThinner    = -0.7 // share by which a step makes tiles thinner at most
)

// UnmeasuredOf is what nobody measured of a camera and a tile set; nil if all was. Without any camera, cam is the one thought usual.
func UnmeasuredOf(cam *calibration.Camera, anyCamera bool, set *calibration.Tileset, sz Sizes) *IntrinsicsPrior {
	anyThickness := set == nil || set.ThicknessMM <= 0
	if !anyCamera && !anyThickness {
		return nil
	}
	g := &IntrinsicsPrior{Expected: intrinsicsOf(cam, sz)}
	for i := range g.Sigma {
		g.Sigma[i] = knownSigma
	}
	switch {
	case anyCamera:
		g.setLensSigmas(focalSigma, 1)
	case cam.Dist == [len(cam.Dist)]float64{}: // nobody measured more than EXIF tells
		g.setLensSigmas(exifFocalSigma, exifLensScale)
	}
	if anyThickness {
		g.Expected[FreeThickness], g.Sigma[FreeThickness] = math.Log(thicknessShare), thicknessSigma
	}
	if set == nil || set.SideMM <= 0 || set.PitchMM <= 0 {
		g.side = sz.Side / sz.Pitch
	}
	return g
}

// freeLens frees the lens; all but the focal length is so much better than that of a webcam.
func (g *IntrinsicsPrior) setLensSigmas(focal, share float64) {
	g.Sigma[freeFocal] = focal
	g.Sigma[freeCenterX], g.Sigma[freeCenterY] = share*centerSigma, share*centerSigma
	g.Sigma[freeK1], g.Sigma[freeK2] = share*k1Sigma, share*k2Sigma
}

// numbersOf are the numbers of a camera and of tiles.
func intrinsicsOf(cam *calibration.Camera, sz Sizes) [FreeNumbers]float64 {
	k := &cam.K
	return [FreeNumbers]float64{
		freeFocal: math.Log(k[0][0]), freeCenterX: k[0][2] / float64(cam.Width), freeCenterY: k[1][2] / float64(cam.Width),
		freeK1: cam.Dist[0], freeK2: cam.Dist[1], FreeThickness: math.Log(sz.Thickness / sz.Pitch),
	}
}

// PriorResiduals are how far what nobody measured is off what is expected, each of unit variance.
func (p *Pose) PriorResiduals() (e [FreeNumbers]float64) {
	now := intrinsicsOf(p.Cam, p.Sizes)
	for i := range e {
		e[i] = (now[i] - p.Unmeasured.Expected[i]) / p.Unmeasured.Sigma[i]
		if beyond := math.Abs(e[i]) - looseStrain; beyond > 0 {
			e[i] += math.Copysign(strainGrowth*beyond, e[i])
		}
	}
	return e
}

// No tile is made much thinner or thicker than most, no lens bends much more: from so many standard deviations on, each more counts so
// many more.
const (
	looseStrain  = 2.2
	strainGrowth = 3.0
)

// PriorCost is the sum of their squares; none if all was measured.
func (p *Pose) PriorCost() (sum float64) {
	if p.Unmeasured == nil {
		return 0
	}
	for _, e := range p.PriorResiduals() {
		sum += e * e
	}
	return sum
}

// ApplyIntrinsics changes what nobody measured by so much. With another focal length the pose moves as much farther away as that enlarges the
// middle; with another thickness the faces of the first level stay.
func (p *Pose) ApplyIntrinsics(by [FreeNumbers]float64, middle Vec3) {
	cam, enlarged := *p.Cam, math.Exp(by[freeFocal])
	cam.K[0][2] += by[freeCenterX] * float64(cam.Width)
	cam.K[1][2] += by[freeCenterY] * float64(cam.Width)
	cam.K[0][0] *= enlarged
	cam.K[1][1] *= enlarged
	cam.Dist[0] += by[freeK1]
	cam.Dist[1] += by[freeK2]
	p.Cam = &cam
	p.T[2] += middle[2] * (enlarged - 1)
	thicker := p.Thickness * max(by[FreeThickness], MostThinner)
	p.Thickness += thicker
	p.T = p.T.Add(p.Z.Scale(thicker))
}

// IntrinsicsJacobian are how a point in space at a level, seen at a pixel, moves in the picture as each of what nobody measured changes; by is as
// Camera.ProjectNear says.
func (p *Pose) IntrinsicsJacobian(v, middle Vec3, level float64, at engine.Point, by *[2][3]float64) (slopes [FreeNumbers]engine.Point) {
	x, y := v[0]/v[2], v[1]/v[2]
	k := &p.Cam.K
	slopes[freeFocal] = engine.Point{X: at.X - k[0][2] + by[0][2]*middle[2], Y: at.Y - k[1][2] + by[1][2]*middle[2]}
	slopes[freeCenterX].X, slopes[freeCenterY].Y = float64(p.Cam.Width), float64(p.Cam.Width)
	far := x*x + y*y
	slopes[freeK1] = engine.Point{X: k[0][0] * x * far, Y: k[1][1] * y * far}
	slopes[freeK2] = engine.Point{X: k[0][0] * x * far * far, Y: k[1][1] * y * far * far}
	up := p.Z.Scale((1 - level) * p.Thickness)
	slopes[FreeThickness] = engine.Point{X: Vec3(by[0]).Dot(up), Y: Vec3(by[1]).Dot(up)}
	return slopes
}

// sideSigma is how far a tile's side may be off what is expected, as a share of the pitch (standard deviation).
const sideSigma = 0.008

// FitTileSide makes tiles that nobody measured as large as their edges show: as far as they lie outward on all sides, the gaps are smaller.
func (p *Pose) FitTileSide(sights []Correspondence) {
	if p.Unmeasured == nil || p.Unmeasured.side == 0 {
		return
	}
	known := 4 / (sideSigma * sideSigma)
	sum, info := known*(p.Unmeasured.side-p.Side/p.Pitch)/2, known
	for i := range sights {
		s := &sights[i]
		c, r := s.Col-math.Round(s.Col), s.Row-math.Round(s.Row) // off the middle of its tile
		if math.Abs(c) > math.Abs(r) {
			c, r = math.Copysign(1, c), 0
		} else {
			c, r = 0, math.Copysign(1, r)
		}
		const near = 0.02
		here, out := p.Pixel(s.Col, s.Row, s.Level), p.Pixel(s.Col+near*c, s.Row+near*r, s.Level)
		outward := ((out.X-here.X)*s.Nx + (out.Y-here.Y)*s.Ny) / near * s.Weight // of unit variance for a pitch
		off := ((s.At.X-here.X)*s.Nx + (s.At.Y-here.Y)*s.Ny) * s.Weight
		_, trust := GemanMcClure(off)
		sum += trust * outward * off
		info += trust * outward * outward
	}
	p.Side += 2 * p.Pitch * sum / info
}

// ThicknessUnknown says whether nobody measured how thick the tiles are.
func (g *IntrinsicsPrior) ThicknessUnknown() bool {
	return g != nil && g.Sigma[FreeThickness] > knownSigma
}

// ThicknessScales are by which shares thicker tiles are begun with.
func (g *IntrinsicsPrior) ThicknessScales(p *Pose) []float64 {
	if !g.ThicknessUnknown() {
		return []float64{0}
	}
	now := p.PriorResiduals()[FreeThickness]
	var all []float64
	for _, strain := range ThicknessSigmas {
		all = append(all, g.ThicknessScale(strain-now))
	}
	return all
}

// ThicknessScale is the share by which a tile is thicker that is so many standard deviations thicker.
func (g *IntrinsicsPrior) ThicknessScale(strains float64) float64 {
	return math.Expm1(strains * g.Sigma[FreeThickness])
}

// ThicknessSigmas are the thicknesses that are begun with, in standard deviations.
var ThicknessSigmas = []float64{-1.5, 0, 1.5}
