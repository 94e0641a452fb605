package vision

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

func TestTheWayOfAStepIsTheDifferenceWithinItsBounds(t *testing.T) {
	for _, c := range []struct{ from, to, want int }{{1, 1, 0}, {2, 1, 1}, {1, 2, -1}, {1, 5, stepLow}, {5, 1, stepHigh}, {4, 1, 3}, {1, 3, -2}} {
		if got := stepWay(c.from, c.to) + stepLow; got != c.want {
			t.Errorf("from %d to %d the difference is %d, want %d", c.from, c.to, got, c.want)
		}
	}
	for _, c := range []struct{ high, low, want int }{{1, 1, 0}, {3, 1, 2}, {5, 0, stepBelief - 1}} {
		if got := believed(&stepView{high: c.high, low: c.low}); got != c.want {
			t.Errorf("of %d beside %d, %d is believed, want %d", c.high, c.low, got, c.want)
		}
	}
}

func TestATintIsHowFarAColorIsFromOneToTheOther(t *testing.T) {
	near, far := rgb{60, 60, 190}, rgb{60, 190, 60}
	between := rgb{60, math.Sqrt((60+hueFloor)*(190+hueFloor)) - hueFloor, math.Sqrt((60+hueFloor)*(190+hueFloor)) - hueFloor}
	c := stepColorsOf(near, far)
	for _, v := range []struct {
		name    string
		color   rgb
		changed float64
		other   float64 // at least
		beyond  bool
	}{
		{"the near color", near, 0, 0, false},
		{"the far color", far, 1, 0, false},
		{"a mean of both", between, 0.5, 0, false},
		{"a blue that is neither", rgb{220, 60, 60}, 0.5, 1, true},
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

func TestBrightnessIsLogarithmic(t *testing.T) {
	one, twice := brightness(rgb{60, 80, 100}), brightness(rgb{2*60 + 6, 2*80 + 6, 2*100 + 6})
	if math.Abs(twice-one-math.Ln2) > 1e-9 {
		t.Errorf("what is twice as bright is brighter by %.4f, want %.4f", twice-one, math.Ln2)
	}
}

func TestEachSideIsLookedAcrossFromInsideOut(t *testing.T) {
	for side, places := range stepPlaces {
		out := sideAxes[side][0]
		if want := stepTaps * stepParts * 4; len(places) != want {
			t.Fatalf("side %d is looked at in %d places, want %d", side, len(places), want)
		}
		last := math.Inf(-1)
		for k := range stepTaps {
			at := places[k*stepParts*4]
			d := (at[0]-0.5)*out[0] + (at[1]-0.5)*out[1] - 0.5
			if math.Abs(d-stepFrom-stepBy*float64(k)) > 1e-9 || d <= last {
				t.Errorf("side %d, tap %d: %.3f outward, want %.3f", side, k, d, stepFrom+stepBy*float64(k))
			}
			last = d
		}
	}
}

// paintedStacks is a picture from straight above of places that have one color each, and the structure that they are.
func paintedStacks(colors map[engine.Place]rgb, levels stacks, table rgb) (*raster, *structure) {
	const size = 480
	s := &structure{pose: pose{
		cam: calibration.Pinhole(size, size, 900), sizes: sizes{side: 24, thickness: 5, pitch: 24},
		x: vec3{1, 0, 0}, y: vec3{0, 1, 0}, z: vec3{0, 0, 1}, t: vec3{0, 0, 500},
	}, cells: levels, evidence: map[engine.Place]*placeEvidence{}}
	for at, c := range colors {
		e := &placeEvidence{best: levels[at]}
		for l := range e.view {
			e.view[l].plastic = c
		}
		s.evidence[at] = e
	}
	r := &raster{w: size, h: size, bgr: make([]uint8, 3*size*size), gray: make([]uint8, size*size)}
	perPitch := s.scale(engine.Place{})
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
			r.bgr[3*i+k] = uint8(c[k])
		}
	}
	return r, s
}

func TestWhatIsSeenAcrossABorder(t *testing.T) {
	red, yellow, table := rgb{60, 55, 190}, rgb{60, 200, 220}, rgb{150, 150, 150}
	r, s := paintedStacks(map[engine.Place]rgb{{}: red, {Col: 1}: yellow}, stacks{{}: 1, {Col: 1}: 1}, table)
	v, ok := r.lookAcross(s, engine.Place{}, 1, s.cells)
	if !ok || v.from != (engine.Place{}) || v.to != (engine.Place{Col: 1}) || v.high != 1 || v.low != 1 {
		t.Fatalf("the view is from %v, %d high, to %v, %d high: %v", v.from, v.high, v.to, v.low, ok)
	}
	for k := range stepTaps {
		out := stepFrom + stepBy*float64(k)
		if math.Abs(out) < 0.03 || out > 0.3 {
			continue // at the border itself both are seen
		}
		for part := range stepParts {
			if got := v.inputs[part*stepTaps+k]; math.Abs(float64(got)) > 0.03 {
				t.Errorf("part %d, %+.2f outward: the brightness differs by %.3f from that of what lies there", part, out, got)
			}
		}
		changed, other := v.inputs[stepParts*stepTaps+k], v.inputs[(stepParts+1)*stepTaps+k]
		if want := map[bool]float64{false: 0, true: 1}[out > 0]; math.Abs(float64(changed)-want) > 0.05 || other > 0.05 {
			t.Errorf("%+.2f outward the color has changed by %.2f, want %g; off the line by %.2f", out, changed, want, other)
		}
	}
	tail := v.inputs[stepInputs-11:]
	if tail[6] != 1 || tail[7] != 1 {
		t.Errorf("the levels are %g and %g, want 1 and 1", tail[6], tail[7])
	}
	if want := math.Log(s.scale(engine.Place{})); math.Abs(float64(tail[3])-want) > 1e-6 {
		t.Errorf("a pitch's logarithm is %.4f, want %.4f", tail[3], want)
	}
	if math.Abs(float64(tail[0])) > 0.01 || tail[1] > 0.01 {
		t.Errorf("under the eye the next level lies %.3f outward and %.3f along", tail[0], tail[1])
	}
	if _, ok := r.lookAcross(s, engine.Place{Col: 40}, 1, stacks{{Col: 40}: 1}); ok {
		t.Error("a border out of the picture is seen")
	}
}

func TestBordersAreLookedAcrossFromTheHigherStack(t *testing.T) {
	red := rgb{60, 55, 190}
	levels := stacks{{}: 2, {Col: 1}: 1, {Row: 1}: 2}
	r, s := paintedStacks(map[engine.Place]rgb{{}: red, {Col: 1}: red, {Row: 1}: red}, levels, rgb{150, 150, 150})
	type way struct{ from, to engine.Place }
	got := map[way]int{}
	for _, v := range r.steps(s, levels) {
		got[way{v.from, v.to}]++
	}
	want := map[way]bool{
		{engine.Place{}, engine.Place{Col: 1}}: true,                                               // down
		{engine.Place{}, engine.Place{Row: 1}}: true, {engine.Place{Row: 1}, engine.Place{}}: true, // equally high: from both
	}
	for w, n := range got {
		if n != 1 || !want[w] {
			t.Errorf("from %v to %v it is looked %d times", w.from, w.to, n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d borders are looked across, want %d", len(got), len(want))
	}
	if drops := r.drops(s, levels); len(drops) != 8 {
		t.Errorf("beside %d sides the table is seen, want 8", len(drops))
	}
	if c := r.plasticBeyond(s, engine.Place{Col: -1}, func(out, along float64) engine.Point {
		return s.pixel(-0.5-out, along, 1)
	}); colorGap(c, rgb{150, 150, 150}) > 2 {
		t.Errorf("beyond the left side the color is %.0f, want the table's", c)
	}
}
