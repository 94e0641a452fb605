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

// From straight above the faces of two levels nearly coincide in the picture, but the border between two stacks shows which is higher: the higher
// tile's rounded edge catches light, a gap as deep as a tile is dark, and a shadow falls on the lower stack. Beside the table a stack
// shows its side, with tiles of other colors in it. A profile samples such a border.

// The taps of a profile across the border, in pitches outward from the border of the higher stack's place. The networks learned with them, so a
// change asks for training; the same goes for tapAlong and sideDepths.
const (
	tapFirst   = -0.22
	tapSpacing = 0.02
	StepTaps   = 29
)

// tapAlong are the taps along the border, in pitches, in three parts: all avoid the rounded corners, and tabs, which some sets have, lie in the
// middle one.
var tapAlong = [StepParts][4]float64{{-0.42, -0.35, -0.28, -0.21}, {-0.15, -0.05, 0.05, 0.15}, {0.21, 0.28, 0.35, 0.42}}

const (
	StepParts = 3
	// By tap the brightness of each part and two numbers of color; by depth of the side the same three; and eleven that describe the view.
	StepInputs = (StepParts+2)*StepTaps + 3*len(sideDepths) + 11
)

// sideDepths are the depths at which a profile samples the stack's side, in tiles below its face, as far down as a stack may reach.
var sideDepths = [...]float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4}

// stepProfile is the profile across the border of a stack believed to be High tiles high, and one beside it believed to be low tiles
// high, which is at most High; 0 is the table.
type stepProfile struct {
	From, To  engine.Place
	High, low int
	Inputs    [StepInputs]float32
}

// sampleStep samples the profile across a side of a place, from its stack outward. It returns false if the picture does not show all of
// it.
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

// tapPositions are the sampling positions across each side, in the face's own units from its first corner.
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

// colorBeyond is the color beyond a border: that of the stack's face, or the mean of the table beside it.
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

// tableBeyond are the offsets at which colorBeyond samples the table, in pitches outward: past most stacks' sides and shadows.
// Hand-set.
var tableBeyond = [...]float64{0.34, 0.44, 0.54}

// stepColors are the colors on both sides of a border.
type stepColors struct {
	near, far picture.BGR
	from, by  hue.Hue // the near hue, and the far hue minus the near one
	apart     float64 // length of by
}

// distinctHues is the distance between two hues from which a color between them is fully distinguishable. Hand-set; it scales inputs
// that the networks learned with, so a change asks for training.
const distinctHues = 0.15

// stepColorsOf compares the colors of a border's two sides.
func stepColorsOf(near, far picture.BGR) stepColors {
	from, to := hue.HueOf(near), hue.HueOf(far)
	by := hue.Hue{to[0] - from[0], to[1] - from[1]}
	return stepColors{near, far, from, by, math.Hypot(by[0], by[1])}
}

// tint is the position of a color on the line from the near color (0) to the far one (1), scaled down where the two are hard to
// distinguish, and its distance from that line's segment.
func (s *stepColors) tint(c picture.BGR) (changed, other float64) {
	h := hue.HueOf(c)
	x, y := h[0]-s.from[0], h[1]-s.from[1]
	changed = (x*s.by[0] + y*s.by[1]) / max(s.apart*s.apart, 0.01)
	on := picture.Clamp(changed, 0, 1)
	other = math.Hypot(x-on*s.by[0], y-on*s.by[1])
	return picture.Clamp(changed, -0.5, 1.5) * min(s.apart/distinctHues, 1), min(other/distinctHues, 2)
}

// fillAcross fills the inputs of the taps across the border, each of about unit size.
func (v *stepProfile) fillAcross(s *stepColors, seen *[StepTaps * StepParts][3]float32) {
	for k := range StepTaps {
		usual := hue.Brightness(s.near) // the face's, or that of what lies beyond the border
		if tapFirst+tapSpacing*float64(k) > 0 {
			usual = hue.Brightness(s.far)
		}
		var mean picture.BGR
		for i, part := range seen[k*StepParts:][:StepParts] {
			c := picture.BGR{float64(part[0]), float64(part[1]), float64(part[2])}
			v.Inputs[i*StepTaps+k] = float32(picture.Clamp(hue.Brightness(c)-usual, -2, 2))
			for n := range c {
				mean[n] += c[n] / StepParts
			}
		}
		changed, other := s.tint(mean)
		v.Inputs[StepParts*StepTaps+k], v.Inputs[(StepParts+1)*StepTaps+k] = float32(changed), float32(other)
	}
}

// fillDown fills the inputs of the stack's side below the face.
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
			continue // outside of the picture: the inputs stay 0
		}
		for i := range mean {
			mean[i] /= n
		}
		changed, other := c.tint(mean)
		bright := picture.Clamp(hue.Brightness(mean)-hue.Brightness(c.near), -2, 2)
		copy(v.Inputs[(StepParts+2)*StepTaps+3*k:], []float32{float32(bright), float32(changed), float32(other)})
	}
}

// fillPlace fills the inputs that describe the view of the border: how the next level's face moves, the eye's height, the scale, the
// believed levels, and the faces' colors. The factors bring each to about unit size.
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
		hue.Brightness(c.near) - hue.Brightness(c.far), 4 * c.apart, hue.Brightness(c.near),
	} {
		v.Inputs[StepInputs-11+i] = float32(x)
	}
}

// plasticAt is the color of a stack's face.
func plasticAt(s *hypothesis.Hypothesis, at engine.Place) picture.BGR {
	return s.Evidence[at].Face[s.Cells[at]-1].Plastic
}

// Steps are the profiles of all borders between stacks of a hypothesis under these levels, each from the higher stack; of two equally
// high stacks from both.
func Steps(r *picture.Raster, s *hypothesis.Hypothesis, levels lattice.Levels) []stepProfile {
	return sampleBorders(r, s, levels, func(high, low int) bool { return low > 0 && low <= high })
}

// Drops are the profiles of all borders from a stack of a hypothesis to the table under these levels.
func Drops(r *picture.Raster, s *hypothesis.Hypothesis, levels lattice.Levels) []stepProfile {
	return sampleBorders(r, s, levels, func(_, low int) bool { return low == 0 })
}

// sampleBorders samples the borders that want selects by the level of the stack and of what lies beside it.
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
