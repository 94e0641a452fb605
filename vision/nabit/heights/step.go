package heights

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// From straight above the faces of two levels lie hardly apart in the picture, but the border between two stacks looks otherwise where
// one is higher: its edge is round and lit, a gap as deep as a tile is dark, and its shadow falls on the lower one. Where the table lies
// beside a stack its side shows, and in it tiles of other colors. A stepView is what is seen across such a border.

// Where it is looked at, in pitches: this far outward from the border of the higher stack's place, in these steps, ...
const (
	tapFirst   = -0.22
	tapSpacing = 0.02
	StepTaps   = 29
)

// ... and along it, in three parts: off the rounded corners, with tabs, if the set has some, in the middle one.
var tapAlong = [StepParts][4]float64{{-0.42, -0.35, -0.28, -0.21}, {-0.15, -0.05, 0.05, 0.15}, {0.21, 0.28, 0.35, 0.42}}

const (
	StepParts = 3
	// Brightness of each part, color twice; the same of the side below the face; and eleven of the place in the picture and the faces.
	StepInputs = (StepParts+2)*StepTaps + 3*len(sideDepths) + 11
)

// stepDepths are where the side below a face is looked at, in tiles below it, as far down as a stack may reach.
var sideDepths = [...]float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4}

// stepProfile is what is seen across the border of a stack believed to be high tiles high and one beside it believed to be low tiles
// high, which is no more; 0: the table.
type stepProfile struct {
	From, To  engine.Place
	High, low int
	Inputs    [StepInputs]float32
}

// sampleStep looks across a side of a place, at what lies beside it; false if that is not wholly in the picture.
func sampleStep(r *picture.Raster, s *hypothesis.Hypothesis, from engine.Place, side int, levels lattice.Levels) (v stepProfile, ok bool) {
	v = stepProfile{From: from, To: from.Add(lattice.SideSteps[side])}
	v.High, v.low = levels[v.From], levels[v.To]
	face := tileface.SquareOf(&s.Pose, from, float64(v.High))
	axes := tileface.SideAxes[side]
	point := func(out, along float64) engine.Point {
		return face.Pixel((0.5+out)*axes[0][0]+along*axes[1][0], (0.5+out)*axes[0][1]+along*axes[1][1])
	}
	for _, along := range [...]float64{-0.42, 0.42} {
		if !r.Inside(point(tapFirst+tapSpacing*(StepTaps-1), along)) {
			return v, false
		}
	}
	far := colorBeyond(r, s, v.To, point)
	var seen [StepTaps * StepParts][3]float32
	kernel.Means(r.Kernel(), &face.H, tapPositions[side], len(tapAlong[0]), seen[:])
	c := stepColorsOf(plasticAt(s, v.From), far)
	v.fillAcross(&c, &seen)
	fillDown(r, &v, s, side, &c)
	v.fillPlace(s, side, &face, &c)
	return v, true
}

// stepPlaces are where it is looked at beside each side, in the face's own measures from its first corner.
var tapPositions = func() (places [4][][2]float64) {
	for side, axes := range tileface.SideAxes {
		for k := range StepTaps {
			for _, part := range tapAlong {
				for _, along := range part {
					out := 0.5 + tapFirst + tapSpacing*float64(k)
					places[side] = append(places[side], [2]float64{0.5 + out*axes[0][0] + along*axes[1][0], 0.5 + out*axes[0][1] + along*axes[1][1]})
				}
			}
		}
	}
	return places
}()

// plasticBeyond is the color of what lies beyond a border: a stack's face, or the table.
func colorBeyond(r *picture.Raster, s *hypothesis.Hypothesis, to engine.Place, point func(out, along float64) engine.Point) (c picture.BGR) {
	if s.Cells[to] > 0 {
		return plasticAt(s, to)
	}
	n := 0.0
	for _, out := range tableBeyond {
		for _, part := range tapAlong {
			for _, along := range part {
				if p := point(out, along); r.Inside(p) {
					n++
					for k, x := range r.At(p) {
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
	near, far picture.BGR
	from, by  hue.Hue // the near one's, and from there to the far one's
	apart     float64
}

// huesApart is how far apart two faces' colors are at least of which each is told as far as it can be.
const distinctHues = 0.15

func stepColorsOf(near, far picture.BGR) stepColors {
	from, to := hue.HueOf(near), hue.HueOf(far)
	by := hue.Hue{to[0] - from[0], to[1] - from[1]}
	return stepColors{near, far, from, by, math.Hypot(by[0], by[1])}
}

// tint is how far a color is from the near one to the far one, as far as they can be told, and how far it is from both and all between.
func (s *stepColors) tint(c picture.BGR) (changed, other float64) {
	h := hue.HueOf(c)
	x, y := h[0]-s.from[0], h[1]-s.from[1]
	changed = (x*s.by[0] + y*s.by[1]) / max(s.apart*s.apart, 0.01)
	on := picture.Clamp(changed, 0, 1)
	other = math.Hypot(x-on*s.by[0], y-on*s.by[1])
	return picture.Clamp(changed, -0.5, 1.5) * min(s.apart/distinctHues, 1), min(other/distinctHues, 2)
}

// fillAcross makes the judge's inputs, all of about unit size, of the colors seen across the border.
func (v *stepProfile) fillAcross(s *stepColors, seen *[StepTaps * StepParts][3]float32) {
	for k := range StepTaps {
		usual := brightness(s.near) // the face's, or that of what is beyond the border
		if tapFirst+tapSpacing*float64(k) > 0 {
			usual = brightness(s.far)
		}
		var mean picture.BGR
		for i, part := range seen[k*StepParts:][:StepParts] {
			c := picture.BGR{float64(part[0]), float64(part[1]), float64(part[2])}
			v.Inputs[i*StepTaps+k] = float32(picture.Clamp(brightness(c)-usual, -2, 2))
			for n := range c {
				mean[n] += c[n] / StepParts
			}
		}
		changed, other := s.tint(mean)
		v.Inputs[StepParts*StepTaps+k], v.Inputs[(StepParts+1)*StepTaps+k] = float32(changed), float32(other)
	}
}

// fillDown makes those of the side below the face.
func fillDown(r *picture.Raster, v *stepProfile, s *hypothesis.Hypothesis, side int, c *stepColors) {
	p, axes := &s.Pose, tileface.SideAxes[side]
	half := p.Side / p.Pitch * tileface.StackSides
	for k, depth := range sideDepths {
		var mean picture.BGR
		n := 0.0
		for _, along := range tileface.StackAlong {
			x, y := half*axes[0][0]+along*axes[1][0], half*axes[0][1]+along*axes[1][1]
			if at := p.Pixel(float64(v.From.Col)+x, float64(v.From.Row)+y, float64(v.High)-depth); r.Inside(at) {
				n++
				for i, x := range r.At(at) {
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
		bright := picture.Clamp(brightness(mean)-brightness(c.near), -2, 2)
		copy(v.Inputs[(StepParts+2)*StepTaps+3*k:], []float32{float32(bright), float32(changed), float32(other)})
	}
}

// fillPlace makes those of where in the picture the border lies, and of both faces.
func (v *stepProfile) fillPlace(s *hypothesis.Hypothesis, side int, face *tileface.Square, c *stepColors) {
	p, level := &s.Pose, float64(v.High)
	strip := face.Strip(tileface.SideAxes[1], 0, 0)
	middle := func(level float64) (x, y float64) {
		return strip.Inverse(p.Pixel(float64(v.From.Col), float64(v.From.Row), level))
	}
	x0, y0 := middle(level)
	x1, y1 := middle(level + 1)
	lift := [2]float64{x1 - x0, y1 - y0}
	axes := tileface.SideAxes[side]
	_, _, eye := p.Eye()
	for i, x := range [...]float64{
		20 * (lift[0]*axes[0][0] + lift[1]*axes[0][1]), 20 * math.Abs(lift[0]*axes[1][0]+lift[1]*axes[1][1]), 50 / (eye - level),
		math.Log(p.Scale(v.From)), 20 * (1 - p.Side/p.Pitch), 5 * p.Thickness / p.Pitch, level, float64(v.low),
		brightness(c.near) - brightness(c.far), 4 * c.apart, brightness(c.near),
	} {
		v.Inputs[StepInputs-11+i] = float32(x)
	}
}

// plasticAt is the color of a stack's face.
func plasticAt(s *hypothesis.Hypothesis, at engine.Place) picture.BGR {
	return s.Evidence[at].Face[s.Cells[at]-1].Plastic
}

// brightness is logarithmic.
func brightness(c picture.BGR) float64 { return math.Log((c[0] + 2*c[1] + c[2] + 24) / 4) }

// Steps are the views across all borders between a structure's stacks, if those have these levels, each from the higher one; between two
// that are equally high from both.
func Steps(r *picture.Raster, s *hypothesis.Hypothesis, levels lattice.Levels) []stepProfile {
	return sampleBorders(r, s, levels, func(high, low int) bool { return low > 0 && low <= high })
}

// Drops are the views across all sides of a structure's stacks beside which the table is, if those have these levels.
func Drops(r *picture.Raster, s *hypothesis.Hypothesis, levels lattice.Levels) []stepProfile {
	return sampleBorders(r, s, levels, func(_, low int) bool { return low == 0 })
}

// acrossAll are the views from stacks across those of their sides that are wanted, by their level and that of what lies beside them.
func sampleBorders(r *picture.Raster, s *hypothesis.Hypothesis, levels lattice.Levels, want func(high, low int) bool) []stepProfile {
	type border struct {
		from engine.Place
		side int
	}
	var borders []border
	for _, at := range s.Cells.Places() {
		for side, step := range lattice.SideSteps {
			if levels[at] > 0 && want(levels[at], levels[at.Add(step)]) {
				borders = append(borders, border{at, side})
			}
		}
	}
	found := make([]*stepProfile, len(borders))
	parallel.Do(len(borders), func(i int) {
		if v, ok := sampleStep(r, s, borders[i].from, borders[i].side, levels); ok {
			found[i] = &v
		}
	})
	var all []stepProfile
	for _, v := range found {
		if v != nil {
			all = append(all, *v)
		}
	}
	return all
}
