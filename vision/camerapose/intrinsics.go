package camerapose

import (
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// The free intrinsics. With an uncalibrated camera or unmeasured tiles, every fit finds them together with the pose: the
// right ones keep a far-reaching lattice from drifting and put the edges of high stacks in their places.
const (
	freeFocal     = iota // logarithm of the focal length
	freeCenterX          // principal point, x, in widths of the picture
	freeCenterY          // principal point, y, in widths of the picture
	freeK1               // first radial distortion coefficient
	freeK2               // second radial distortion coefficient
	FreeThickness        // logarithm of a tile's thickness over the pitch; a step is a share of the thickness
	FreeNumbers
)

// IntrinsicsPrior is the expectation and standard deviation of each free intrinsic.
type IntrinsicsPrior struct {
	Expected, Sigma [FreeNumbers]float64
	side            float64 // expected side of a tile over the pitch; 0: measured
}

// Standard deviations of the intrinsics, hand-set. Wider ones let a few tiles decide, narrower
// ones hold fits to the guess.
const (
	focalSigma        = 0.10
	centerSigma       = 0.006
	k1Sigma           = 0.06
	k2Sigma           = 0.03
	strangeFocalSigma = 0.3   // of a camera that may be another one
	exifFocalSigma    = 0.012 // of a focal length from EXIF, which is rounded
	exifLensScale     = 0.5   // a phone's other sigmas over a webcam's
	thicknessShare    = 0.24  // expected thickness over the pitch
	thicknessSigma    = 0.22
	knownSigma        = 1e-4 // of a measured value
	MostThinner       = -0.7 // least step of the thickness, as a share
)

// UnmeasuredOf is the prior of what nobody measured of a camera and a tile set; nil if all is measured. With
// anyCamera, cam is a guess.
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
	case cam.Dist == [len(cam.Dist)]float64{}: // only EXIF gave the focal length
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

// UnmeasuredTiles is the prior of a tile set that nobody measured, under a lens that is taken as it is; nil if all is measured.
func UnmeasuredTiles(cam *calibration.Camera, set *calibration.Tileset, sz Sizes) *IntrinsicsPrior {
	g := UnmeasuredOf(cam, false, set, sz)
	if !g.ThicknessUnknown() {
		return nil
	}
	for i := range g.Sigma {
		if i != FreeThickness {
			g.Sigma[i] = knownSigma
		}
	}
	return g
}

// UnmeasuredLens is the prior of a camera whose focal length may not be as it was measured.
func UnmeasuredLens(cam *calibration.Camera, set *calibration.Tileset, sz Sizes) *IntrinsicsPrior {
	g := UnmeasuredOf(cam, true, set, sz)
	g.Sigma[freeFocal] = strangeFocalSigma
	return g
}

// FocalSigma is the standard deviation of the logarithm of the focal length, where everything else that is free may be anything; +Inf where
// nothing tells it.
func (p *Pose) FocalSigma(observations []Correspondence, middle Vec3) float64 {
	return p.freeSigma(freeFocal, observations, middle)
}

// ThicknessSigma is the same of a tile's thickness over the pitch.
func (p *Pose) ThicknessSigma(observations []Correspondence, middle Vec3) float64 {
	return p.freeSigma(FreeThickness, observations, middle)
}

// freeSigma is the same of any free intrinsic.
func (p *Pose) freeSigma(free int, observations []Correspondence, middle Vec3) float64 {
	n := p.NormalEquations(observations, middle, p.Z, 0)
	for i := range n.A {
		for k := range n.A[i] {
			n.A[i][k] *= edgeInformation
		}
	}
	var unit Delta
	unit[PoseNumbers+free] = 1
	x, ok := Solve(&n.A, unit, n.Numbers)
	if variance := x[PoseNumbers+free]; ok && variance > 0 {
		return math.Sqrt(variance)
	}
	return math.Inf(1)
}

// WithThickness is the prior where a tile's thickness over the pitch is expected with this standard deviation, both of its logarithm.
func (g *IntrinsicsPrior) WithThickness(expected, sigma float64) *IntrinsicsPrior {
	c := *g
	c.Expected[FreeThickness], c.Sigma[FreeThickness] = expected, sigma
	return &c
}

// WithFocalSigma is the prior where the focal length is expected with this standard deviation of its logarithm.
func (g *IntrinsicsPrior) WithFocalSigma(sigma float64) *IntrinsicsPrior {
	c := *g
	c.Sigma[freeFocal] = sigma
	return &c
}

// setLensSigmas frees the lens; share scales all sigmas but the focal length's.
func (g *IntrinsicsPrior) setLensSigmas(focal, share float64) {
	g.Sigma[freeFocal] = focal
	g.Sigma[freeCenterX], g.Sigma[freeCenterY] = share*centerSigma, share*centerSigma
	g.Sigma[freeK1], g.Sigma[freeK2] = share*k1Sigma, share*k2Sigma
}

// intrinsicsOf are the intrinsics of a camera and of tiles.
func intrinsicsOf(cam *calibration.Camera, sz Sizes) [FreeNumbers]float64 {
	k := &cam.K
	return [FreeNumbers]float64{
		freeFocal: math.Log(k[0][0]), freeCenterX: k[0][2] / float64(cam.Width), freeCenterY: k[1][2] / float64(cam.Width),
		freeK1: cam.Dist[0], freeK2: cam.Dist[1], FreeThickness: math.Log(sz.Thickness / sz.Pitch),
	}
}

// PriorResiduals are the distances of the free intrinsics from their expectation, in standard deviations. Beyond
// looseStrain each further deviation counts strainGrowth more.
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

// Hand-set; they keep tiles and lenses within the usual.
const (
	looseStrain  = 2.2 // standard deviations
	strainGrowth = 3.0 // standard deviations for each one beyond
)

// PriorCost is the sum of the squared PriorResiduals; 0 if all is measured.
func (p *Pose) PriorCost() (sum float64) {
	if p.Unmeasured == nil {
		return 0
	}
	for _, e := range p.PriorResiduals() {
		sum += e * e
	}
	return sum
}

// ApplyIntrinsics changes the free intrinsics. A longer focal length moves the pose away so that the middle
// keeps its size; another thickness keeps the faces of the first level in place.
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

// IntrinsicsJacobian is how a point's pixel moves with each free intrinsic. v is the point in camera space, at
// its pixel, and by the derivatives from Camera.ProjectNear.
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

// sideSigma is the standard deviation of a tile's side over the pitch; hand-set.
const sideSigma = 0.008

// FitTileSide fits the side of unmeasured tiles to their edges: edges farther out on all sides mean smaller
// gaps. It is one Gauss-Newton step with the Geman-McClure weights.
func (p *Pose) FitTileSide(observations []Correspondence) {
	if p.Unmeasured == nil || p.Unmeasured.side == 0 {
		return
	}
	known := 4 / (sideSigma * sideSigma)
	sum, info := known*(p.Unmeasured.side-p.Side/p.Pitch)/2, known
	for i := range observations {
		s := &observations[i]
		c, r := s.Col-math.Round(s.Col), s.Row-math.Round(s.Row) // from the middle of its tile
		if math.Abs(c) > math.Abs(r) {
			c, r = math.Copysign(1, c), 0
		} else {
			c, r = 0, math.Copysign(1, r)
		}
		const near = 0.02 // pitches; step of the numeric derivative
		here, out := p.Pixel(s.Col, s.Row, s.Level), p.Pixel(s.Col+near*c, s.Row+near*r, s.Level)
		outward := ((out.X-here.X)*s.Nx + (out.Y-here.Y)*s.Ny) / near * s.Weight // in standard deviations per pitch
		off := ((s.At.X-here.X)*s.Nx + (s.At.Y-here.Y)*s.Ny) * s.Weight
		_, trust := GemanMcClure(off)
		sum += trust * outward * off
		info += trust * outward * outward
	}
	p.Side += 2 * p.Pitch * sum / info
}

// ThicknessUnknown says whether nobody measured the tiles' thickness.
func (g *IntrinsicsPrior) ThicknessUnknown() bool {
	return g != nil && g.Sigma[FreeThickness] > knownSigma
}

// ThicknessScales are the changes of thickness to start fits from, as shares.
func (g *IntrinsicsPrior) ThicknessScales(p *Pose) []float64 {
	if !g.ThicknessUnknown() {
		return []float64{0}
	}
	var all []float64
	for _, strain := range ThicknessSigmas {
		all = append(all, g.ThicknessScale(p, strain))
	}
	return all
}

// ThicknessScale is the change of thickness, as a share, to so many standard deviations from the expected one.
func (g *IntrinsicsPrior) ThicknessScale(p *Pose, strain float64) float64 {
	return math.Exp(g.Expected[FreeThickness]+strain*g.Sigma[FreeThickness])*p.Pitch/p.Thickness - 1
}

// ThicknessSigmas are the thicknesses to start fits from, in standard deviations; hand-set.
var ThicknessSigmas = []float64{-1.5, 0, 1.5}
