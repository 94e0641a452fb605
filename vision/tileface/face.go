package tileface

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/kernel"
	"tilewatch/vision/picture"
)

const edgeTaps = kernel.EdgeTaps // samples across an edge

// FaceProfile is what the picture shows where a tile's top face would be if a stack of this level stood there.
type FaceProfile struct {
	Quad    engine.Quad
	Inside  bool // wholly in the picture
	Plastic picture.BGR
	Plain   float64 // share of the face that is plastic-colored
	Ink     float64 // share that clearly is not, near the middle
	inkAt   [2]float64
	inkTone picture.BGR
	// edges[s][k] is how strongly the picture changes across side s (top, right, bottom, left) at tap k, from inside out, on
	// a logarithmic scale; its middle tap lies on the pitch's border.
	edges [4][edgeTaps]float64
	// step[s] is how far the colors just inside and just outside of side s are apart, on the same scale.
	step [4]float64
	// below[s] is how far the color of the strip under side s, where its own side face would be seen, is from the
	// face's, brightness aside.
	below [4]float64
	// away[s] is how much side s faces the direction in which higher levels are seen: 1 for the far side, -1 for the side
	// towards the camera.
	away [4]float64
	// here[s] is how likely the edge of side s is just there, as a logarithm against anywhere near; only if looked at closely.
	Here [4]float64
	// seam[s] is the same of those halves of side s at which an edge is seen at all, and shown[s] how many of both they are: where two
	// tiles touch, none may be.
	Seam, Shown [4]float64
}

// SampleFace looks at a face.
func SampleFace(r *picture.Raster, p *camerapose.Pose, at engine.Place, level float64) FaceProfile {
	s := SquareOf(p, at, level)
	v := FaceProfile{Quad: p.Face(at, level), Inside: true}
	for _, corner := range v.Quad {
		v.Inside = v.Inside && r.Inside(corner)
	}
	v.sample(kernel.Look(r.Kernel(), &s.H, p.Side/p.Pitch))
	v.faceAway(p, at, level, &s)
	sampleBelow(r, &v, p, at, level)
	return v
}

// SampleFaceClosely looks at a face and at where exactly its edges are.
func SampleFaceClosely(r *picture.Raster, p *camerapose.Pose, at engine.Place, level float64) FaceProfile {
	v := SampleFace(r, p, at, level)
	ResampleClosely(r, &v, p, at, level)
	return v
}

// ResampleClosely looks at where exactly the edges of a face are.
func ResampleClosely(r *picture.Raster, v *FaceProfile, p *camerapose.Pose, at engine.Place, level float64) {
	l := NarrowEdgeNet()
	var b BorderProfile
	if SampleBorder(r, &b, p, at, level, float64(l.Step)); !b.Outside {
		for i, found := range l.Locate(&b.Inputs) {
			here := math.Log(0.1+found.Here) / 2
			v.Here[i/2] += here
			if found.None < MaxNoEdge {
				v.Seam[i/2] += here
				v.Shown[i/2] += 0.5
			}
		}
	}
}

// BorrowSides takes sides that are hidden to look like the others on average: what covers them says nothing of the face. Of what lies under
// them nothing is known.
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

// sample takes over what was seen.
func (v *FaceProfile) sample(seen kernel.Face) {
	v.Plastic, v.Plain = picture.BGR(seen.Plastic), seen.Plain
	v.Ink, v.inkAt, v.inkTone = seen.Ink, seen.InkAt, picture.BGR(seen.InkTone)
	for side := range v.edges {
		for k, gap := range seen.Edges[side] {
			v.edges[side][k] = edgeScale[gap]
		}
		v.step[side] = math.Log1p(picture.ColorGap(v.Plastic, picture.BGR(seen.Outside[side])) / 8)
	}
}

// edgeScale is the logarithmic scale for a change in eighths of a gray level.
var edgeScale = func() (scale [8*255 + 1]float64) {
	for gap := range scale {
		scale[gap] = math.Log1p(float64(gap) / 64)
	}
	return scale
}()

// sampleBelow compares the face's chroma with that of its side faces, as far as the camera sees them.
func sampleBelow(r *picture.Raster, v *FaceProfile, p *camerapose.Pose, at engine.Place, level float64) {
	var seen [4]bool
	for side, away := range v.away {
		seen[side] = away <= -0.1
	}
	if seen == [4]bool{} {
		return
	}
	under := SquareOf(p, at, level-0.5)
	face := chroma(v.Plastic)
	for side, mean := range kernel.Sides(r.Kernel(), &under.H, p.Side/p.Pitch/2, &seen) {
		if seen[side] {
			strip := chroma(mean)
			v.below[side] = math.Min(6*math.Hypot(strip[0]-face[0], strip[1]-face[1]), 2)
		}
	}
}

// chroma is a color without its brightness: red's and green's shares, and the brightness apart.
func chroma(c picture.BGR) [3]float64 {
	sum := c[0] + c[1] + c[2] + 12
	return [3]float64{c[2] / sum, c[1] / sum, sum / 765}
}

// faceAway says how each side lies towards the direction in which the level shifts the face.
func (v *FaceProfile) faceAway(p *camerapose.Pose, at engine.Place, level float64, s *Square) {
	c, r := float64(at.Col), float64(at.Row)
	low, high := p.Pixel(c, r, level), p.Pixel(c, r, level+1)
	lift := engine.Point{X: high.X - low.X, Y: high.Y - low.Y}
	mid := s.Pixel(0, 0)
	for side, axes := range SideAxes {
		e := s.Pixel(0.5*axes[0][0], 0.5*axes[0][1])
		dx, dy := e.X-mid.X, e.Y-mid.Y
		half := dx*dx + dy*dy
		v.away[side] = min(max((lift.X*dx+lift.Y*dy)/half*5, -1), 1)
	}
}

func (v *FaceProfile) BlankPenalty() float64 {
	if v.Ink < LetterInk {
		return blankSeldom
	}
	return 0
}

// HoleInk is the share of a face that is ink; with less it shows no letter.
const LetterInk = 0.05

// blankSeldom is the logarithm of how many tiles are blank.
const blankSeldom = -3.2

// LevelLikelihood flattens a score: from a face that is surely one to another there is little to gain.
func LevelLikelihood(score float64) float64 {
	if score > 6 {
		return 6 + 0.2*(score-6)
	}
	return max(score, -12)
}
