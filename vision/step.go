package vision

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
)

// From straight above the faces of two levels lie hardly apart in the picture, but the border between two stacks looks otherwise where
// one is higher: its edge is round and lit, a gap as deep as a tile is dark, and its shadow falls on the lower one. Where the table lies
// beside a stack its side shows, and in it tiles of other colors. A stepView is what is seen across such a border.

// Where it is looked at, in pitches: this far outward from the border of the higher stack's place, in these steps, ...
const (
	stepFrom = -0.22
	stepBy   = 0.02
	stepTaps = 29
)

// ... and along it, in three parts: off the rounded corners, with tabs, if the set has some, in the middle one.
var stepAlong = [stepParts][4]float64{{-0.42, -0.35, -0.28, -0.21}, {-0.15, -0.05, 0.05, 0.15}, {0.21, 0.28, 0.35, 0.42}}

const (
	stepParts = 3
	// Brightness of each part, color twice; the same of the side below the face; and eleven of the place in the picture and the faces.
	stepInputs = (stepParts+2)*stepTaps + 3*len(stepDepths) + 11
)

// stepDepths are where the side below a face is looked at, in tiles below it, as far down as a stack may reach.
var stepDepths = [...]float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4}

// stepView is what is seen across the border of a stack believed to be high tiles high and one beside it believed to be low tiles
// high, which is no more; 0: the table.
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
	far := r.plasticBeyond(s, v.to, point)
	var seen [stepTaps * stepParts][3]float32
	kernel.Means(r.pixels(), &face.h, stepPlaces[side], len(stepAlong[0]), seen[:])
	c := stepColorsOf(s.plasticAt(v.from), far)
	v.fillAcross(&c, &seen)
	r.fillDown(&v, s, side, &c)
	v.fillPlace(s, side, &face, &c)
	return v, true
}

// stepPlaces are where it is looked at beside each side, in the face's own measures from its first corner.
var stepPlaces = func() (places [4][][2]float64) {
	for side, axes := range sideAxes {
		for k := range stepTaps {
			for _, part := range stepAlong {
				for _, along := range part {
					out := 0.5 + stepFrom + stepBy*float64(k)
					places[side] = append(places[side], [2]float64{0.5 + out*axes[0][0] + along*axes[1][0], 0.5 + out*axes[0][1] + along*axes[1][1]})
				}
			}
		}
	}
	return places
}()

// plasticBeyond is the color of what lies beyond a border: a stack's face, or the table.
func (r *raster) plasticBeyond(s *structure, to engine.Place, point func(out, along float64) engine.Point) (c rgb) {
	if s.cells[to] > 0 {
		return s.plasticAt(to)
	}
	n := 0.0
	for _, out := range tableBeyond {
		for _, part := range stepAlong {
			for _, along := range part {
				if p := point(out, along); r.inside(p) {
					n++
					for k, x := range r.at(p) {
						c[k] += x
					}
				}
			}
		}
	}
	for k := range c {
		c[k] /= max(n, 1)
	}
	return c
}

// tableBeyond is where the table is seen, beyond most stacks' sides and shadows, in pitches outward.
var tableBeyond = [...]float64{0.34, 0.44, 0.54}

// stepColors are the colors on both sides of a border.
type stepColors struct {
	near, far rgb
	from, by  hue // the near one's, and from there to the far one's
	apart     float64
}

// huesApart is how far apart two faces' colors are at least of which each is told as far as it can be.
const huesApart = 0.15

func stepColorsOf(near, far rgb) stepColors {
	from, to := hueOf(near), hueOf(far)
	by := hue{to[0] - from[0], to[1] - from[1]}
	return stepColors{near, far, from, by, math.Hypot(by[0], by[1])}
}

// tint is how far a color is from the near one to the far one, as far as they can be told, and how far it is from both and all between.
func (s *stepColors) tint(c rgb) (changed, other float64) {
	h := hueOf(c)
	x, y := h[0]-s.from[0], h[1]-s.from[1]
	changed = (x*s.by[0] + y*s.by[1]) / max(s.apart*s.apart, 0.01)
	on := limited(changed, 0, 1)
	other = math.Hypot(x-on*s.by[0], y-on*s.by[1])
	return limited(changed, -0.5, 1.5) * min(s.apart/huesApart, 1), min(other/huesApart, 2)
}

// fillAcross makes the judge's inputs, all of about unit size, of the colors seen across the border.
func (v *stepView) fillAcross(s *stepColors, seen *[stepTaps * stepParts][3]float32) {
	for k := range stepTaps {
		usual := brightness(s.near) // the face's, or that of what is beyond the border
		if stepFrom+stepBy*float64(k) > 0 {
			usual = brightness(s.far)
		}
		var mean rgb
		for i, part := range seen[k*stepParts:][:stepParts] {
			c := rgb{float64(part[0]), float64(part[1]), float64(part[2])}
			v.inputs[i*stepTaps+k] = float32(limited(brightness(c)-usual, -2, 2))
			for n := range c {
				mean[n] += c[n] / stepParts
			}
		}
		changed, other := s.tint(mean)
		v.inputs[stepParts*stepTaps+k], v.inputs[(stepParts+1)*stepTaps+k] = float32(changed), float32(other)
	}
}

// fillDown makes those of the side below the face.
func (r *raster) fillDown(v *stepView, s *structure, side int, c *stepColors) {
	p, axes := &s.pose, sideAxes[side]
	half := p.side / p.pitch * stackSides
	for k, depth := range stepDepths {
		var mean rgb
		n := 0.0
		for _, along := range stackAlong {
			x, y := half*axes[0][0]+along*axes[1][0], half*axes[0][1]+along*axes[1][1]
			if at := p.pixel(float64(v.from.Col)+x, float64(v.from.Row)+y, float64(v.high)-depth); r.inside(at) {
				n++
				for i, x := range r.at(at) {
					mean[i] += x
				}
			}
		}
		if n == 0 {
			continue // nothing is told of what lies outside of the picture
		}
		for i := range mean {
			mean[i] /= n
		}
		changed, other := c.tint(mean)
		bright := limited(brightness(mean)-brightness(c.near), -2, 2)
		copy(v.inputs[(stepParts+2)*stepTaps+3*k:], []float32{float32(bright), float32(changed), float32(other)})
	}
}

// fillPlace makes those of where in the picture the border lies, and of both faces.
func (v *stepView) fillPlace(s *structure, side int, face *square, c *stepColors) {
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
		brightness(c.near) - brightness(c.far), 4 * c.apart, brightness(c.near),
	} {
		v.inputs[stepInputs-11+i] = float32(x)
	}
}

// plasticAt is the color of a stack's face.
func (s *structure) plasticAt(at engine.Place) rgb { return s.evidence[at].view[s.cells[at]-1].plastic }

// brightness is logarithmic.
func brightness(c rgb) float64 { return math.Log((c[0] + 2*c[1] + c[2] + 24) / 4) }

// steps are the views across all borders between a structure's stacks, if those have these levels, each from the higher one; between two
// that are equally high from both.
func (r *raster) steps(s *structure, levels stacks) []stepView {
	return r.acrossAll(s, levels, func(high, low int) bool { return low > 0 && low <= high })
}

// drops are the views across all sides of a structure's stacks beside which the table is, if those have these levels.
func (r *raster) drops(s *structure, levels stacks) []stepView {
	return r.acrossAll(s, levels, func(_, low int) bool { return low == 0 })
}

// acrossAll are the views from stacks across those of their sides that are wanted, by their level and that of what lies beside them.
func (r *raster) acrossAll(s *structure, levels stacks, want func(high, low int) bool) []stepView {
	type border struct {
		from engine.Place
		side int
	}
	var borders []border
	for _, at := range s.cells.places() {
		for side, step := range sideSteps {
			if levels[at] > 0 && want(levels[at], levels[at.Add(step)]) {
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
