package tileface

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
	"tilewatch/vision/picture"
)

func TestAStripAgreesWithItsHomographyAboutItsPoint(t *testing.T) {
	p := drawnPose(45)
	s := SquareOf(&p, engine.Place{Col: 1}, 1)
	for side, axes := range SideAxes {
		m := s.Strip(axes, 0.5, 0.3)
		for _, c := range []struct{ d, a, near float64 }{{0, 0, 1e-9}, {0.02, 0, 0.02}, {-0.02, 0, 0.02}, {0, 0.02, 0.02}} {
			want := s.Pixel((0.5+c.d)*axes[0][0]+(0.3+c.a)*axes[1][0], (0.5+c.d)*axes[0][1]+(0.3+c.a)*axes[1][1])
			a := 0.3 + c.a
			got := engine.Point{X: m.x + c.d*m.ox + a*m.ax, Y: m.y + c.d*m.oy + a*m.ay}
			if picture.Dist(got, want) > c.near {
				t.Errorf("side %d, %+.2f outward and %+.2f along: %v, the homography has %v", side, c.d, c.a, got, want)
			}
			if d, along := m.Inverse(got); math.Abs(d-c.d) > 1e-9 || math.Abs(along-a) > 1e-9 {
				t.Errorf("side %d: back from %v it is %.4f outward and %.4f along, want %.4f and %.4f", side, got, d, along, c.d, a)
			}
		}
	}
}

func TestPointsOfABorderLieOutwardOfEachHalfSide(t *testing.T) {
	p := drawnPose(30)
	r := drawnTable(&p, nil, plainCloth)
	var v BorderProfile
	if SampleBorder(r, &v, &p, engine.Place{}, 1, NarrowStep); v.Outside {
		t.Fatal("a place in the middle lies outside of the picture")
	}
	half := p.Side / p.Pitch / 2
	for i, want := range [HalfSides][2]float64{
		{-0.3, -half - 0.1}, {0.3, -half - 0.1}, {half + 0.1, -0.3}, {half + 0.1, 0.3},
		{-0.3, half + 0.1}, {0.3, half + 0.1}, {-half - 0.1, -0.3}, {-half - 0.1, 0.3},
	} {
		if got := v.Point(i, 0.1); picture.Dist(got, p.Pixel(want[0], want[1], 1)) > 1e-6 {
			t.Errorf("half side %d is at %v, want %v", i, got, p.Pixel(want[0], want[1], 1))
		}
	}
}

func TestLiftIsHowFarOutwardTheNextLevelLies(t *testing.T) {
	p := drawnPose(40)
	v := BorderProfile{Square: SquareOf(&p, engine.Place{}, 1)}
	v.setLift(&p, engine.Place{}, 1)
	m := v.Square.Strip(SideAxes[1], 0, 0)
	up := p.Pixel(0, 0, 2)
	right, down := m.Inverse(up)
	for side, want := range [4]float64{-down, right, down, -right} {
		for k := range 2 {
			// Along one axis alone: perspective and the angle between the axes in the picture leave it a little off.
			if got := v.Lift[2*side+k]; math.Abs(got-want) > 0.1*math.Hypot(right, down) {
				t.Errorf("side %d: the next level lies %.4f outward, want %.4f", side, got, want)
			}
		}
	}
}

func TestABorderThatReachesOutOfThePictureIsNotLookedAt(t *testing.T) {
	p := drawnPose(0)
	r := drawnTable(&p, nil, plainCloth)
	for _, c := range []struct {
		name    string
		at      engine.Place
		outside bool
	}{
		{"in the middle", engine.Place{}, false},
		{"far to the left", engine.Place{Col: -8}, true},
		{"far down", engine.Place{Row: 9}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var v BorderProfile
			if SampleBorder(r, &v, &p, c.at, 1, WideStep); v.Outside != c.outside {
				t.Errorf("outside: %v, want %v", v.Outside, c.outside)
			}
		})
	}
}

// The inputs of a border are the tile's color inside of its edge, and the table's outside.
func TestABorderOfADrawnTileChangesAtItsEdge(t *testing.T) {
	p := drawnPose(0)
	r := drawnTable(&p, map[engine.Place]drawnTile{{}: {1, drawnYellow}}, plainCloth)
	var v BorderProfile
	SampleBorder(r, &v, &p, engine.Place{}, 1, NarrowStep)
	dark := float32((drawnCloth[0] + 2*drawnCloth[1] + drawnCloth[2] - drawnYellow[0] - 2*drawnYellow[1] - drawnYellow[2]) / 160)
	for i := range HalfSides {
		for k := range edgeNetTaps {
			got := v.Inputs.Half(i)[k]
			switch out := k - edgeNetInner; {
			case out < -3 && math.Abs(float64(got)) > 0.05:
				t.Errorf("half side %d: %d taps inside of its edge the brightness differs by %.2f", i, -out, got)
			case out > 8 && math.Abs(float64(got-dark)) > 0.05:
				t.Errorf("half side %d: %d taps outside of its edge the brightness differs by %.2f, want %.2f", i, out, got, dark)
			}
		}
	}
	plain := v.Inputs
	other := picture.BGR{10, 10, 10}
	v.Color = &other
	if SampleBorder(r, &v, &p, engine.Place{}, 1, NarrowStep); plain == (kernel.Borders{}) || v.Inputs == plain {
		t.Error("a color that is given makes no difference")
	}
}
