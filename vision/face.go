package vision

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
)

const edgeTaps = kernel.EdgeTaps // samples across an edge

// faceView is what the picture shows where a tile's top face would be if a stack of this level stood there.
type faceView struct {
	quad    engine.Quad
	inside  bool // wholly in the picture
	plastic rgb
	plain   float64 // share of the face that is plastic-colored
	ink     float64 // share that clearly is not, near the middle
	inkAt   [2]float64
	inkTone rgb
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
	here [4]float64
	// seam[s] is the same of those halves of side s at which an edge is seen at all, and shown[s] how many of both they are: where two
	// tiles touch, none may be.
	seam, shown [4]float64
}

// view looks at a face.
func (r *raster) view(p *pose, at engine.Place, level float64) faceView {
	s := squareOf(p, at, level)
	v := faceView{quad: p.face(at, level), inside: true}
	for _, corner := range v.quad {
		v.inside = v.inside && r.inside(corner)
	}
	v.sample(kernel.Look(r.pixels(), &s.h, p.side/p.pitch))
	v.faceAway(p, at, level, &s)
	r.viewBelow(&v, p, at, level)
	return v
}

// viewClosely looks at a face and at where exactly its edges are.
func (r *raster) viewClosely(p *pose, at engine.Place, level float64) faceView {
	v := r.view(p, at, level)
	r.closer(&v, p, at, level)
	return v
}

// closer looks at where exactly the edges of a face are.
func (r *raster) closer(v *faceView, p *pose, at engine.Place, level float64) {
	l := narrowLocator()
	var b borderView
	if r.border(&b, p, at, level, float64(l.Step)); !b.outside {
		for i, found := range l.locate(&b.inputs) {
			here := math.Log(0.1+found.here) / 2
			v.here[i/2] += here
			if found.none < edgeBeyond {
				v.seam[i/2] += here
				v.shown[i/2] += 0.5
			}
		}
	}
}

// borrow takes sides that are hidden to look like the others on average: what covers them says nothing of the face. Of what lies under
// them nothing is known.
func (v *faceView) borrow(hidden [4]bool) {
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
		here += v.here[side]
	}
	for side := range hidden {
		if !hidden[side] || seen == 0 {
			continue
		}
		for k := range edges {
			v.edges[side][k] = edges[k] / seen
		}
		v.step[side], v.here[side], v.below[side] = step/seen, here/seen, 0
	}
}

// sample takes over what was seen.
func (v *faceView) sample(seen kernel.Face) {
	v.plastic, v.plain = rgb(seen.Plastic), seen.Plain
	v.ink, v.inkAt, v.inkTone = seen.Ink, seen.InkAt, rgb(seen.InkTone)
	for side := range v.edges {
		for k, gap := range seen.Edges[side] {
			v.edges[side][k] = edgeScale[gap]
		}
		v.step[side] = math.Log1p(colorGap(v.plastic, rgb(seen.Outside[side])) / 8)
	}
}

// edgeScale is the logarithmic scale for a change in eighths of a gray level.
var edgeScale = func() (scale [8*255 + 1]float64) {
	for gap := range scale {
		scale[gap] = math.Log1p(float64(gap) / 64)
	}
	return scale
}()

// viewBelow compares the face's chroma with that of its side faces, as far as the camera sees them.
func (r *raster) viewBelow(v *faceView, p *pose, at engine.Place, level float64) {
	var seen [4]bool
	for side, away := range v.away {
		seen[side] = away <= -0.1
	}
	if seen == [4]bool{} {
		return
	}
	under := squareOf(p, at, level-0.5)
	face := chroma(v.plastic)
	for side, mean := range kernel.Sides(r.pixels(), &under.h, p.side/p.pitch/2, &seen) {
		if seen[side] {
			strip := chroma(mean)
			v.below[side] = math.Min(6*math.Hypot(strip[0]-face[0], strip[1]-face[1]), 2)
		}
	}
}

// chroma is a color without its brightness: red's and green's shares, and the brightness apart.
func chroma(c rgb) [3]float64 {
	sum := c[0] + c[1] + c[2] + 12
	return [3]float64{c[2] / sum, c[1] / sum, sum / 765}
}

// faceAway says how each side lies towards the direction in which the level shifts the face.
func (v *faceView) faceAway(p *pose, at engine.Place, level float64, s *square) {
	c, r := float64(at.Col), float64(at.Row)
	low, high := p.pixel(c, r, level), p.pixel(c, r, level+1)
	lift := engine.Point{X: high.X - low.X, Y: high.Y - low.Y}
	mid := s.pixel(0, 0)
	for side, axes := range sideAxes {
		e := s.pixel(0.5*axes[0][0], 0.5*axes[0][1])
		dx, dy := e.X-mid.X, e.Y-mid.Y
		half := dx*dx + dy*dy
		v.away[side] = min(max((lift.X*dx+lift.Y*dy)/half*5, -1), 1)
	}
}

func (v *faceView) lettered() float64 {
	if v.ink < holeInk {
		return blankSeldom
	}
	return 0
}

// holeInk is the share of a face that is ink; with less it shows no letter.
const holeInk = 0.05

// blankSeldom is the logarithm of how many tiles are blank.
const blankSeldom = -3.2

// likingOf flattens a score: from a face that is surely one to another there is little to gain.
func likingOf(score float64) float64 {
	if score > 6 {
		return 6 + 0.2*(score-6)
	}
	return max(score, -12)
}
