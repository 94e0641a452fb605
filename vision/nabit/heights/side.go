package heights

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/kernel"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// The taps of a profile down a side, in pitches below the face's edge, as far as the thickest tile's foot and what lies before it. The network
// learned with them, so a change asks for training; the same goes for sideAlong.
const (
	sideTapFirst   = -0.1
	sideTapSpacing = 0.02
	sideTaps       = 44
)

// sideAlong are the samples along each half of a side, in pitches: away from the rounded corners and from the middle, where some sets have
// tabs.
var sideAlong = [2][4]float64{{-0.38, -0.31, -0.24, -0.17}, {0.17, 0.24, 0.31, 0.38}}

// leastDeep is the least length of a pitch downward in the picture, pixels: from steeper above, a side is too narrow to be seen.
const leastDeep = 6.0

// SideProfile is what the picture shows down one half of a free side of a tile, from its face to the table and beyond.
type SideProfile struct {
	tones [sideTaps]tone // relative to the face's
	view  [viewInputs]float32
}

// tone is the brightness of a color and two numbers of its hue.
type tone [3]float64

// SidesOf are the profiles of a tile that lies alone on the table, of its free sides that are turned to the camera; plastic is its color. Stretch is 1, but
// for learning: depths are sampled that many times as densely, as if the tile were so much thicker.
func SidesOf(r *picture.Raster, p *camerapose.Pose, cells lattice.Levels, at engine.Place, plastic picture.BGR, stretch float64) (all []SideProfile) {
	for side, step := range lattice.SideSteps {
		if cells[at.Add(step)] > 0 {
			continue
		}
		for half := range 2 {
			if v, ok := sampleSide(r, p, at, side, half, plastic, stretch); ok {
				all = append(all, v)
			}
		}
	}
	return all
}

// sampleSide samples half a side; false if the camera does not see it, or the picture not all of it.
func sampleSide(r *picture.Raster, p *camerapose.Pose, at engine.Place, side, half int, plastic picture.BGR, stretch float64) (v SideProfile, ok bool) {
	axes, edge := tileface.SideAxes[side], p.Side/p.Pitch/2
	down := p.Pitch / p.Thickness / stretch // tiles to a pitch
	point := func(along, depth float64) engine.Point {
		return p.Pixel(float64(at.Col)+edge*axes[0][0]+along*axes[1][0], float64(at.Row)+edge*axes[0][1]+along*axes[1][1], 1-depth*down)
	}
	middle := tileface.HalfMiddle[half]
	from, below, beside := point(middle, 0), point(middle, sideStep), point(middle+sideStep, 0)
	outward := p.Pixel(float64(at.Col)+(edge+sideStep)*axes[0][0]+middle*axes[1][0], float64(at.Row)+(edge+sideStep)*axes[0][1]+middle*axes[1][1], 1)
	ex, ey := beside.X-from.X, beside.Y-from.Y
	length := math.Hypot(ex, ey)
	across := func(q engine.Point) float64 { return ((q.X-from.X)*-ey + (q.Y-from.Y)*ex) / length / sideStep } // pixels a pitch
	along := ((below.X-from.X)*ex + (below.Y-from.Y)*ey) / length / sideStep
	deep := across(below) * math.Copysign(1, across(outward))
	if deep < leastDeep {
		return v, false
	}
	const last = sideTapFirst + sideTapSpacing*(sideTaps-1)
	if !r.Inside(point(-0.4, last)) || !r.Inside(point(0.4, last)) || !r.Inside(point(0, sideTapFirst)) {
		return v, false
	}
	wall := tileface.SquareOver(engine.Quad{point(-0.5, 0), point(0.5, 0), point(0.5, 1), point(-0.5, 1)})
	var places [sideTaps * len(sideAlong[0])][2]float64
	for k := range sideTaps {
		for i, a := range sideAlong[half] {
			places[k*len(sideAlong[0])+i] = [2]float64{a + 0.5, sideTapFirst + sideTapSpacing*float64(k)}
		}
	}
	var seen [sideTaps][3]float32
	r.Look()
	kernel.Means(r.Kernel(), &wall.H, places[:], len(sideAlong[0]), seen[:])
	face := toneOf(plastic)
	for k, c := range seen {
		v.tones[k] = toneOf(picture.BGR{float64(c[0]), float64(c[1]), float64(c[2])})
		for i := range face {
			v.tones[k][i] = picture.Clamp(v.tones[k][i]-face[i], -2, 2)
		}
	}
	v.view = [viewInputs]float32{float32(math.Log(deep / 20)), float32(math.Log(length / sideStep / 40)), float32(math.Abs(along) / deep), float32(face[0] - 4), float32(math.Hypot(face[1], face[2]))}
	return v, true
}

// toneOf is a color's tone, each number of about unit size.
func toneOf(c picture.BGR) tone {
	h := hue.HueOf(c)
	return tone{hue.Brightness(c), hueScale * h[0], hueScale * h[1]}
}

// sideStep is the step of the numeric derivatives, pitches; hueScale brings differences of hue to about unit size.
const sideStep, hueScale = 0.05, 4.0

// The network sees a window of taps about the place where the foot of the side would be.
const (
	windowReach = 8 // taps to either side
	window      = 2*windowReach + 1
	viewInputs  = 5
	SideInputs  = 3*window + 3 + 2 + viewInputs + 1
)

// At are the network's inputs if the tile is so thick, as a share of the pitch: the colors about the foot against the side's mean, that against the face,
// how much the side changes, and the view.
func (v *SideProfile) At(share float64) (inputs [SideInputs]float32) {
	var mean, square tone
	n := 0.0
	for d := sideFirst; d < max(share-sideSpared, sideFirst+sideTapSpacing/2); d += sideTapSpacing {
		t := v.tone(d)
		for i := range t {
			mean[i] += t[i]
			square[i] += t[i] * t[i]
		}
		n++
	}
	for i := range mean {
		mean[i] /= n
		square[i] = math.Sqrt(max(square[i]/n-mean[i]*mean[i], 0))
	}
	k := 0
	add := func(x float64) { inputs[k] = float32(x); k++ }
	for w := -windowReach; w <= windowReach; w++ {
		t := v.tone(share + float64(w)*sideTapSpacing)
		for i := range t {
			add(t[i] - mean[i])
		}
	}
	for _, x := range mean {
		add(x)
	}
	add(square[0])
	add(math.Hypot(square[1], square[2]))
	for _, x := range v.view {
		add(float64(x))
	}
	add(math.Log(share / 0.22))
	return inputs
}

// sideFirst is where a side's mean begins, below the rounded edge; sideSpared is the foot's part that it leaves out. Pitches.
const sideFirst, sideSpared = 0.05, 0.03

// tone interpolates the profile at a depth.
func (v *SideProfile) tone(depth float64) (t tone) {
	x := picture.Clamp((depth-sideTapFirst)/sideTapSpacing, 0, sideTaps-1)
	k := min(int(x), sideTaps-2)
	x -= float64(k)
	for i := range t {
		t[i] = v.tones[k][i]*(1-x) + v.tones[k+1][i]*x
	}
	return t
}
