package vision

import (
	"math"

	"tilewatch/engine"
)

// From straight above the faces of two levels lie hardly apart in the picture, but the border between two stacks looks otherwise where
// one is higher: its edge is round and lit, a gap as deep as a tile is dark, and its shadow falls on the lower one. A stepView is what is
// seen across such a border.

// Where it is looked at, in pitches: this far outward from the border of the higher stack's place, in these steps, ...
const (
	stepFrom = -0.22
	stepBy   = 0.02
	stepTaps = 29
)

// ... and along it, in three parts: off the rounded corners, with tabs, if the set has some, in the middle one.
var stepAlong = [stepParts][4]float64{{-0.42, -0.35, -0.28, -0.21}, {-0.15, -0.05, 0.05, 0.15}, {0.21, 0.28, 0.35, 0.42}}

const (
	stepParts  = 3
	stepInputs = (stepParts+1)*stepTaps + 11 // brightness of each part, color, and eleven of the place in the picture and the faces
)

// stepView is what is seen across the border of a stack believed to be high tiles high and one beside it believed to be low tiles
// high, which is no more.
type stepView struct {
	from, to  engine.Place
	high, low int
	inputs    [stepInputs]float32
}

// lookAcross looks across a side of a place, at what lies beside it; false if that is not wholly in the picture.
func (r *raster) lookAcross(s *structure, from engine.Place, side int, levels stacks) (v stepView, ok bool) {
	v = stepView{from: from, to: from.Add(sideSteps[side])}
	v.high, v.low = levels[v.from], levels[v.to]
	face := squareOf(&s.pose, from, float64(v.high))
	axes := sideAxes[side]
	point := func(out, along float64) engine.Point {
		return face.pixel((0.5+out)*axes[0][0]+along*axes[1][0], (0.5+out)*axes[0][1]+along*axes[1][1])
	}
	for _, along := range [...]float64{-0.42, 0.42} {
		if !r.inside(point(stepFrom+stepBy*(stepTaps-1), along)) {
			return v, false
		}
	}
	var seen [stepTaps][stepParts]rgb
	for k := range stepTaps {
		for i, part := range stepAlong {
			for _, along := range part {
				c := r.at(point(stepFrom+stepBy*float64(k), along))
				for n := range c {
					seen[k][i][n] += c[n] / float64(len(part))
				}
			}
		}
	}
	v.fill(s, side, &face, &seen)
	return v, true
}

// stepColors is how far apart (in hue) two faces' colors are at least of which each is told as far as it can be.
const stepColors = 0.15

// fill makes the judge's inputs, all of about unit size, of the colors seen.
func (v *stepView) fill(s *structure, side int, face *square, seen *[stepTaps][stepParts]rgb) {
	near, far := s.plasticAt(v.from), s.plasticAt(v.to)
	from, to := hueOf(near), hueOf(far)
	dx, dy := to[0]-from[0], to[1]-from[1]
	apart := math.Hypot(dx, dy)
	for k := range seen {
		usual := brightness(near) // the face's, or that of the one beyond the border
		if stepFrom+stepBy*float64(k) > 0 {
			usual = brightness(far)
		}
		var mean rgb
		for i, c := range seen[k] {
			v.inputs[i*stepTaps+k] = float32(limited(brightness(c)-usual, -2, 2))
			for n := range c {
				mean[n] += c[n] / stepParts
			}
		}
		h := hueOf(mean)
		changed := ((h[0]-from[0])*dx + (h[1]-from[1])*dy) / max(apart*apart, 0.01)
		v.inputs[stepParts*stepTaps+k] = float32(limited(changed, -0.5, 1.5) * min(apart/stepColors, 1))
	}
	p, level := &s.pose, float64(v.high)
	strip := face.strip(sideAxes[1], 0, 0)
	middle := func(level float64) (x, y float64) {
		return strip.inverse(p.pixel(float64(v.from.Col), float64(v.from.Row), level))
	}
	x0, y0 := middle(level)
	x1, y1 := middle(level + 1)
	lift := [2]float64{x1 - x0, y1 - y0}
	axes := sideAxes[side]
	_, _, eye := p.eye()
	for i, x := range [...]float64{
		20 * (lift[0]*axes[0][0] + lift[1]*axes[0][1]), 20 * math.Abs(lift[0]*axes[1][0]+lift[1]*axes[1][1]), 50 / (eye - level),
		math.Log(p.scale(v.from)), 20 * (1 - p.side/p.pitch), 5 * p.thickness / p.pitch, level, float64(v.low),
		brightness(near) - brightness(far), 4 * apart, brightness(near),
	} {
		v.inputs[(stepParts+1)*stepTaps+i] = float32(x)
	}
}

// plasticAt is the color of a stack's face.
func (s *structure) plasticAt(at engine.Place) rgb { return s.evidence[at].view[s.cells[at]-1].plastic }

// brightness is logarithmic.
func brightness(c rgb) float64 { return math.Log((c[0] + 2*c[1] + c[2] + 24) / 4) }

// steps are the views across all borders between a structure's stacks, if those have these levels, each from the higher one; between two
// that are equally high from both.
func (r *raster) steps(s *structure, levels stacks) []stepView {
	type border struct {
		from engine.Place
		side int
	}
	var borders []border
	for _, at := range s.cells.places() {
		for side, step := range sideSteps {
			if beside := levels[at.Add(step)]; beside > 0 && beside <= levels[at] {
				borders = append(borders, border{at, side})
			}
		}
	}
	found := make([]*stepView, len(borders))
	onAllCores(len(borders), func(i int) {
		if v, ok := r.lookAcross(s, borders[i].from, borders[i].side, levels); ok {
			found[i] = &v
		}
	})
	var all []stepView
	for _, v := range found {
		if v != nil {
			all = append(all, *v)
		}
	}
	return all
}
