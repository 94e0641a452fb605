package heights

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

func TestStepClassesAreDifferencesWithinBounds(t *testing.T) {
	for _, c := range []struct{ from, to, want int }{{1, 1, 0}, {2, 1, 1}, {1, 2, -1}, {1, 5, StepLow}, {5, 1, stepHigh}, {4, 1, 3}, {1, 3, -2}} {
		if got := StepClass(c.from, c.to) + StepLow; got != c.want {
			t.Errorf("from %d to %d the difference is %d, want %d", c.from, c.to, got, c.want)
		}
	}
	for _, c := range []struct{ high, low, want int }{{1, 1, 0}, {3, 1, 2}, {5, 0, StepBelief - 1}} {
		if got := Believed(&stepProfile{High: c.high, low: c.low}); got != c.want {
			t.Errorf("of %d beside %d, %d is believed, want %d", c.high, c.low, got, c.want)
		}
	}
}

func TestATintIsHowFarAColorIsFromOneToTheOther(t *testing.T) {
	near, far := picture.BGR{60, 60, 190}, picture.BGR{60, 190, 60}
	between := picture.BGR{60, math.Sqrt((60+hue.HueFloor)*(190+hue.HueFloor)) - hue.HueFloor, math.Sqrt((60+hue.HueFloor)*(190+hue.HueFloor)) - hue.HueFloor}
	c := stepColorsOf(near, far)
	for _, v := range []struct {
		name    string
		color   picture.BGR
		changed float64
		other   float64 // at least
		beyond  bool
	}{
		{"the near color", near, 0, 0, false},
		{"the far color", far, 1, 0, false},
		{"a mean of both", between, 0.5, 0, false},
		{"a blue that is neither", picture.BGR{220, 60, 60}, 0.5, 1, true},
	} {
		t.Run(v.name, func(t *testing.T) {
			changed, other := c.tint(v.color)
			if !v.beyond && (math.Abs(changed-v.changed) > 0.02 || other > 0.05) || v.beyond && other < v.other {
				t.Errorf("changed by %.2f, off the line by %.2f; want %.2f and %.2f", changed, other, v.changed, v.other)
			}
		})
	}
	same := stepColorsOf(near, near)
	if changed, other := same.tint(near); changed != 0 || other != 0 {
		t.Errorf("between two faces of one color that has changed by %g and %g", changed, other)
	}
}

func TestTapsRunFromInsideOut(t *testing.T) {
	for side, places := range tapPositions {
		out := tileface.SideAxes[side][0]
		if want := StepTaps * StepParts * 4; len(places) != want {
			t.Fatalf("side %d has %d taps, want %d", side, len(places), want)
		}
		last := math.Inf(-1)
		for k := range StepTaps {
			at := places[k*StepParts*4]
			d := (at[0]-0.5)*out[0] + (at[1]-0.5)*out[1] - 0.5
			if math.Abs(d-tapFirst-tapSpacing*float64(k)) > 1e-9 || d <= last {
				t.Errorf("side %d, tap %d: %.3f outward, want %.3f", side, k, d, tapFirst+tapSpacing*float64(k))
			}
			last = d
		}
	}
}

// paintedStacks is a picture from straight above of places that have one color each, and the structure that they are.
func paintedStacks(colors map[engine.Place]picture.BGR, levels lattice.Levels, table picture.BGR) (*picture.Raster, *hypothesis.Hypothesis) {
	const size = 480
	s := &hypothesis.Hypothesis{Pose: camerapose.Pose{
		Cam: calibration.Pinhole(size, size, 900), Sizes: camerapose.Sizes{Side: 24, Thickness: 5, Pitch: 24},
		X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{0, 0, 500},
	}, Cells: levels, Evidence: map[engine.Place]*hypothesis.Evidence{}}
	for at, c := range colors {
		e := &hypothesis.Evidence{Best: levels[at]}
		for l := range e.Face {
			e.Face[l].Plastic = c
		}
		s.Evidence[at] = e
	}
	r := &picture.Raster{W: size, H: size, BGR: make([]uint8, 3*size*size), Gray: make([]uint8, size*size)}
	perPitch := s.Scale(engine.Place{})
	for i := range size * size {
		at := engine.Place{
			Col: int(math.Round((float64(i%size) - float64(size-1)/2) / perPitch)),
			Row: int(math.Round((float64(i/size) - float64(size-1)/2) / perPitch)),
		}
		c, ok := colors[at]
		if !ok {
			c = table
		}
		for k := range c {
			r.BGR[3*i+k] = uint8(c[k])
		}
	}
	return r, s
}

func TestTheProfileOfADrawnBorder(t *testing.T) {
	red, yellow, table := picture.BGR{60, 55, 190}, picture.BGR{60, 200, 220}, picture.BGR{150, 150, 150}
	r, s := paintedStacks(map[engine.Place]picture.BGR{{}: red, {Col: 1}: yellow}, lattice.Levels{{}: 1, {Col: 1}: 1}, table)
	v, ok := sampleStep(r, s, engine.Place{}, 1, s.Cells)
	if !ok || v.From != (engine.Place{}) || v.To != (engine.Place{Col: 1}) || v.High != 1 || v.low != 1 {
		t.Fatalf("the view is from %v, %d high, to %v, %d high: %v", v.From, v.High, v.To, v.low, ok)
	}
	for k := range StepTaps {
		out := tapFirst + tapSpacing*float64(k)
		if math.Abs(out) < 0.03 || out > 0.3 {
			continue // at the border itself both are seen
		}
		for part := range StepParts {
			if got := v.Inputs[part*StepTaps+k]; math.Abs(float64(got)) > 0.03 {
				t.Errorf("part %d, %+.2f outward: the brightness differs by %.3f from that of what lies there", part, out, got)
			}
		}
		changed, other := v.Inputs[StepParts*StepTaps+k], v.Inputs[(StepParts+1)*StepTaps+k]
		if want := map[bool]float64{false: 0, true: 1}[out > 0]; math.Abs(float64(changed)-want) > 0.05 || other > 0.05 {
			t.Errorf("%+.2f outward the color has changed by %.2f, want %g; off the line by %.2f", out, changed, want, other)
		}
	}
	tail := v.Inputs[StepInputs-11:]
	if tail[6] != 1 || tail[7] != 1 {
		t.Errorf("the levels are %g and %g, want 1 and 1", tail[6], tail[7])
	}
	if want := math.Log(s.Scale(engine.Place{})); math.Abs(float64(tail[3])-want) > 1e-6 {
		t.Errorf("a pitch's logarithm is %.4f, want %.4f", tail[3], want)
	}
	if math.Abs(float64(tail[0])) > 0.01 || tail[1] > 0.01 {
		t.Errorf("under the eye the next level lies %.3f outward and %.3f along", tail[0], tail[1])
	}
	if _, ok := sampleStep(r, s, engine.Place{Col: 40}, 1, lattice.Levels{{Col: 40}: 1}); ok {
		t.Error("a border out of the picture is seen")
	}
}

func TestBordersAreSampledFromTheHigherStack(t *testing.T) {
	red := picture.BGR{60, 55, 190}
	levels := lattice.Levels{{}: 2, {Col: 1}: 1, {Row: 1}: 2}
	r, s := paintedStacks(map[engine.Place]picture.BGR{{}: red, {Col: 1}: red, {Row: 1}: red}, levels, picture.BGR{150, 150, 150})
	type way struct{ from, to engine.Place }
	got := map[way]int{}
	for _, v := range Steps(r, s, levels) {
		got[way{v.From, v.To}]++
	}
	want := map[way]bool{
		{engine.Place{}, engine.Place{Col: 1}}: true,                                               // down
		{engine.Place{}, engine.Place{Row: 1}}: true, {engine.Place{Row: 1}, engine.Place{}}: true, // equally high: from both
	}
	for w, n := range got {
		if n != 1 || !want[w] {
			t.Errorf("from %v to %v there are %d profiles", w.from, w.to, n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d borders are sampled, want %d", len(got), len(want))
	}
	if drops := Drops(r, s, levels); len(drops) != 8 {
		t.Errorf("beside %d sides the table is seen, want 8", len(drops))
	}
	if c := colorBeyond(r, s, engine.Place{Col: -1}, func(out, along float64) engine.Point {
		return s.Pixel(-0.5-out, along, 1)
	}); picture.ColorGap(c, picture.BGR{150, 150, 150}) > 2 {
		t.Errorf("beyond the left side the color is %.0f, want the table's", c)
	}
}
