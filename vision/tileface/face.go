package tileface

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/kernel"
	"tilewatch/vision/picture"
)

const edgeTaps = kernel.EdgeTaps // samples across an edge

// Scales of the features. The classifiers learned from features of exactly these scales, so a change needs new training.
const (
	stepUnit    = 8.0  // gray levels; unit of the logarithmic scales
	nearSide    = -0.1 // of away: the camera sees the side faces of sides at or below it
	belowScale  = 6.0  // chroma of the strip below a side
	belowMost   = 2.0
	chromaFloor = 12.0 // gray levels, sum of the channels; keeps the chroma of black finite
	awayScale   = 5.0
)

// HueSigma is the standard deviation of either logarithm of equal hues; hand-set.
const HueSigma = 0.1

// FaceProfile is what the picture shows where a tile's top face would be if a stack of this level stood there.
type FaceProfile struct {
	Quad    engine.Quad
	Inside  bool // wholly in the picture
	Plastic picture.BGR
	Plain   float64 // share of the face with the color of its plastic
	Ink     float64 // share of its middle with a clearly different color
	inkAt   [2]float64
	inkTone picture.BGR
	// edges[s][k] is how strongly the picture changes across side s (top, right, bottom, left) at tap k, from inside
	// out, on a logarithmic scale. The middle tap lies on the pitch's border.
	edges [4][edgeTaps]float64
	// step[s] is the difference of the colors just inside and just outside of side s, on the same scale.
	step [4]float64
	// below[s] is how far the chroma of the strip under side s, where its side face would be, is from the face's.
	below [4]float64
	// away[s] is how much side s faces the direction in which the picture shows higher levels: 1 for the far side,
	// -1 for the near one.
	away [4]float64
	// Here[s] is the log likelihood of the edge of side s at its expected place against anywhere in reach; only
	// SampleFaceClosely sets it.
	Here [4]float64
}

// SampleFace samples a face.
func SampleFace(r *picture.Raster, p *camerapose.Pose, at engine.Place, level float64) FaceProfile {
	s := SquareOf(p, at, level)
	v := FaceProfile{Quad: p.Face(at, level)}
	v.Inside = r.Shows(v.Quad)
	r.Look()
	v.setAppearance(kernel.Look(r.Kernel(), &s.H, p.Side/p.Pitch))
	v.setAway(p, at, level, &s)
	sampleBelow(r, &v, p, at, level)
	return v
}

// SampleFaceClosely samples a face and the exact places of its edges.
func SampleFaceClosely(r *picture.Raster, p *camerapose.Pose, at engine.Place, level float64) FaceProfile {
	v := SampleFace(r, p, at, level)
	ResampleClosely(r, &v, p, at, level)
	return v
}

// ResampleClosely adds the exact places of a face's edges.
func ResampleClosely(r *picture.Raster, v *FaceProfile, p *camerapose.Pose, at engine.Place, level float64) {
	l := NarrowEdgeNet()
	var b BorderProfile
	if SampleBorder(r, &b, p, at, level, float64(l.Step)); !b.Outside {
		for i, found := range l.Locate(&b.Inputs) {
			v.Here[i/2] += math.Log(hereFloor+found.Here) / 2
		}
	}
}

// BorrowSides gives occluded sides the mean look of the other sides, so that what covers them says nothing about
// the face. Nothing is known of the strips below them.
func (v *FaceProfile) BorrowSides(hidden [4]bool) {
	seen := 0.0
	var edges [edgeTaps]float64
	var step, here float64
	for side := range hidden {
		if hidden[side] {
			continue
		}
		seen++
		for k, e := range v.edges[side] {
			edges[k] += e
		}
		step += v.step[side]
		here += v.Here[side]
	}
	for side := range hidden {
		if !hidden[side] || seen == 0 {
			continue
		}
		for k := range edges {
			v.edges[side][k] = edges[k] / seen
		}
		v.step[side], v.Here[side], v.below[side] = step/seen, here/seen, 0
	}
}

// setAppearance takes over the kernel's samples.
func (v *FaceProfile) setAppearance(seen kernel.Face) {
	v.Plastic, v.Plain = picture.BGR(seen.Plastic), seen.Plain
	v.Ink, v.inkAt, v.inkTone = seen.Ink, seen.InkAt, picture.BGR(seen.InkTone)
	for side := range v.edges {
		for k, gap := range seen.Edges[side] {
			v.edges[side][k] = logScale[gap]
		}
		v.step[side] = math.Log1p(picture.ColorGap(v.Plastic, picture.BGR(seen.Outside[side])) / stepUnit)
	}
}

// logScale is the logarithmic scale for a change in eighths of a gray level.
var logScale = func() (scale [8*255 + 1]float64) {
	for gap := range scale {
		scale[gap] = math.Log1p(float64(gap) / (8 * stepUnit))
	}
	return scale
}()

// sampleBelow compares the face's chroma with that of its visible side faces.
func sampleBelow(r *picture.Raster, v *FaceProfile, p *camerapose.Pose, at engine.Place, level float64) {
	var seen [4]bool
	for side, away := range v.away {
		seen[side] = away <= nearSide
	}
	if seen == [4]bool{} {
		return
	}
	under := SquareOf(p, at, level-0.5)
	face := chroma(v.Plastic)
	for side, mean := range kernel.Sides(r.Kernel(), &under.H, p.Side/p.Pitch/2, &seen) {
		if seen[side] {
			strip := chroma(mean)
			v.below[side] = math.Min(belowScale*math.Hypot(strip[0]-face[0], strip[1]-face[1]), belowMost)
		}
	}
}

// chroma is a color without its brightness (red's and green's shares), and the brightness, 0 to 1.
func chroma(c picture.BGR) [3]float64 {
	sum := c[0] + c[1] + c[2] + chromaFloor
	return [3]float64{c[2] / sum, c[1] / sum, sum / 765}
}

// setAway sets how much each side faces the direction in which a higher level shifts the face.
func (v *FaceProfile) setAway(p *camerapose.Pose, at engine.Place, level float64, s *Square) {
	c, r := float64(at.Col), float64(at.Row)
	low, high := p.Pixel(c, r, level), p.Pixel(c, r, level+1)
	lift := engine.Point{X: high.X - low.X, Y: high.Y - low.Y}
	mid := s.Pixel(0, 0)
	for side, axes := range SideAxes {
		e := s.Pixel(0.5*axes[0][0], 0.5*axes[0][1])
		dx, dy := e.X-mid.X, e.Y-mid.Y
		half := dx*dx + dy*dy
		v.away[side] = min(max((lift.X*dx+lift.Y*dy)/half*awayScale, -1), 1)
	}
}

// BlankPenalty is the log prior of a face without a letter, 0 for one with ink.
func (v *FaceProfile) BlankPenalty() float64 {
	if v.Ink < LetterInk {
		return blankLogPrior
	}
	return 0
}

// LetterInk is the least share of ink of a face with a letter; hand-set.
const LetterInk = 0.05

// blankLogPrior is the log share of blank tiles in a set, about 1 in 25.
const blankLogPrior = -3.2

// Scores at which LevelLikelihood bends, log odds; hand-set.
const (
	sureScore  = 6.0
	beyondSure = 0.2 // slope beyond sureScore
	leastScore = -12.0
)

// LevelLikelihood flattens a score at both ends, so that no single face decides: beyond sureScore a better face
// adds little.
func LevelLikelihood(score float64) float64 {
	if score > sureScore {
		return sureScore + beyondSure*(score-sureScore)
	}
	return max(score, leastScore)
}
