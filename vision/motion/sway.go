package motion

import (
	"math"
	"slices"
	"time"

	"tilewatch/vision/camerapose"
)

// A camera on an arm that bends sways by a few pixels, and one that is knocked lies off for good: each frame is laid on the model before
// it is compared. The method is Lucas and Kanade's registration (1981) of a rigid motion, with pixels left out that differ too much to be
// the same thing.
const (
	// swayShare is the share of the cells that move from which on the camera may have moved; a hand moves fewer.
	swayShare = 0.1
	// swayFor is how long every frame is registered after one that had moved.
	swayFor = 3 * time.Second
	// swayReach is how far a frame may be off, pixels of the view, and swayTurn by what angle, radians; swayStep is on what grid it is
	// measured.
	swayReach, swayTurn, swayStep = 6, 0.03, 2
	// swaySteps is how often the shift is improved; swayOutlier are the gray levels from which a pixel shows something else.
	swaySteps, swayOutlier = 6, 45
	// swayGain is how much of the difference must go by the shift for it to be one of the camera.
	swayGain = 0.8
	// swayLeast is the step, pixels of the view, under which a shift is as good as found: a fifth of what a drummed table trembles.
	swayLeast = 0.06
)

// shift is by how much a frame lies off the model: pixels of the view, and radians about its middle.
type shift struct{ x, y, turn float32 }

// small says whether it makes no difference in a view of that width.
func (s shift) small(w int) bool {
	return max(abs32(s.x), abs32(s.y), abs32(s.turn)*float32(w)/2) < swayLeast
}

// edge is how many pixels at the edges of a shifted and smoothed frame repeat what lies beside them, at most.
func (s shift) edge(w int) int {
	return int(max(abs32(s.x), abs32(s.y))+abs32(s.turn)*float32(w)/2) + 2
}

// far says whether it is no sway.
func (s shift) far() bool { return max(abs32(s.x), abs32(s.y)) > swayReach || abs32(s.turn) > swayTurn }

// of is where the frame shows what the model has at a pixel.
func (s shift) of(v *view, x, y int) (fx, fy float32) {
	cx, cy := float32(x-v.w/2), float32(y-v.h/2)
	return float32(x) + s.x - s.turn*cy, float32(y) + s.y + s.turn*cx
}

// steady lays the frame on the model if the camera has moved by a little, or levels it if its light is in bands.
func (g *Gate) steady() {
	on := &g.model
	if !on.fits(&g.view) {
		on = &g.first
	}
	if !on.fits(&g.view) {
		on.copyFrame(&g.view)
		return
	}
	if g.now >= max(g.swaysUntil, g.bandsUntil) && g.view.movingShare() < swayShare {
		return
	}
	by, off := g.view.register(on, g.sway)
	switch {
	case off:
		g.swaysUntil = g.now + swayFor
	case g.now >= g.swaysUntil:
		g.level(on)
		return
	}
	g.sway = by
	g.view.move(by)
}

// movingShare is the share of a coarse grid's pixels that changed since the frame before.
func (v *view) movingShare() float64 {
	if len(v.then) != len(v.now) {
		return 0
	}
	gain := v.gainSince()
	limit := max(motionLeast, motionNoises*v.noise+motionBase)
	columns := v.w/cellSide + 1
	v.cells = slices.Grow(v.cells[:0], columns*(v.h/cellSide+1))[:columns*(v.h/cellSide+1)]
	clear(v.cells)
	v.samples(func(p int) {
		if v.changed(p, &gain, limit) {
			v.cells[p/v.w/cellSide*columns+p%v.w/cellSide]++
		}
	})
	moved := 0
	for _, n := range v.cells {
		moved += one(n > 0)
	}
	return float64(moved) / float64(len(v.cells))
}

// register is the shift under which the frame looks most like the model, from a first guess. off says that it explains much of the
// difference: the camera has moved.
func (v *view) register(m *model, guess shift) (by shift, off bool) {
	gain := v.gainOver(func(i int) float32 { return m.mean[i] })[1]
	before, step := v.registration(m, gain, shift{})
	if guess == (shift{}) && step.small(v.w) { // a hand, before a camera that stands
		return guess, false
	}
	by = guess
	for range swaySteps {
		_, step := v.registration(m, gain, by)
		by = shift{by.x + step.x, by.y + step.y, by.turn + step.turn}
		if by.far() {
			return guess, false
		}
		if step.small(v.w) {
			break
		}
	}
	after, _ := v.registration(m, gain, by)
	return by, after < swayGain*before
}

// registration is the mean difference of the shifted frame from the model, gray levels, and the step that lessens it most.
func (v *view) registration(m *model, gain float32, by shift) (apart float32, step shift) {
	var sums normal
	var sum float32
	n := 0
	const margin = swayReach + 2
	for y := margin; y < v.h-margin; y += swayStep {
		for x := margin; x < v.w-margin; x += swayStep {
			p := y*v.w + x
			fx, fy := by.of(v, x, y)
			d := gain*m.mean[3*p+1] - v.at(fx, fy, 1)
			if abs32(d) > swayOutlier {
				continue
			}
			gx := gain * (m.mean[3*(p+1)+1] - m.mean[3*(p-1)+1]) / 2
			gy := gain * (m.mean[3*(p+v.w)+1] - m.mean[3*(p-v.w)+1]) / 2
			sums.add(gx, gy, gy*float32(x-v.w/2)-gx*float32(y-v.h/2), d)
			sum += abs32(d)
			n++
		}
	}
	if n == 0 {
		return 0, shift{}
	}
	return sum / float32(n), sums.solve()
}

// normal are the normal equations of a least-squares fit of x, y and turn: the products of the gradients, and those with the difference.
type normal struct{ xx, xy, xt, yy, yt, tt, xd, yd, td float32 }

func (s *normal) add(gx, gy, gt, d float32) {
	s.xx, s.xy, s.xt, s.yy, s.yt, s.tt = s.xx+gx*gx, s.xy+gx*gy, s.xt+gx*gt, s.yy+gy*gy, s.yt+gy*gt, s.tt+gt*gt
	s.xd, s.yd, s.td = s.xd+gx*d, s.yd+gy*d, s.td+gt*d
}

// solve solves the equations; zero if nothing settles them.
func (s *normal) solve() shift {
	x := camerapose.Solve3([3][3]float64{
		{float64(s.xx), float64(s.xy), float64(s.xt)},
		{float64(s.xy), float64(s.yy), float64(s.yt)},
		{float64(s.xt), float64(s.yt), float64(s.tt)},
	}, [3]float64{float64(s.xd), float64(s.yd), float64(s.td)})
	if size := math.Abs(x[0]) + math.Abs(x[1]) + math.Abs(x[2]); math.IsNaN(size) || math.IsInf(size, 0) {
		return shift{}
	}
	return shift{float32(x[0]), float32(x[1]), float32(x[2])}
}

// at is the frame's value of a channel between four pixels.
func (v *view) at(x, y float32, channel int) float32 {
	x, y = min(float32(v.w-2), max(0, x)), min(float32(v.h-2), max(0, y))
	x0, y0 := int(x), int(y)
	fx, fy := x-float32(x0), y-float32(y0)
	i := 3*(y0*v.w+x0) + channel
	below := i + 3*v.w
	return (1-fy)*((1-fx)*float32(v.now[i])+fx*float32(v.now[i+3])) + fy*((1-fx)*float32(v.now[below])+fx*float32(v.now[below+3]))
}

// move shifts the frame, and smooths it: between pixels it is softer than on them, and differently so in each frame. What comes in at the
// edge repeats it.
func (v *view) move(by shift) {
	v.moved = slices.Grow(v.moved[:0], len(v.now))[:len(v.now)]
	for y := range v.h {
		for x := range v.w {
			i := 3 * (y*v.w + x)
			fx, fy := by.of(v, x, y)
			for c := range 3 {
				v.moved[i+c] = uint8((2*v.at(fx, fy, c)+v.at(fx-1, fy, c)+v.at(fx+1, fy, c)+v.at(fx, fy-1, c)+v.at(fx, fy+1, c))/6 + 0.5)
			}
		}
	}
	v.now, v.moved, v.gained = v.moved, v.now, false
	v.edge = by.edge(v.w)
}
