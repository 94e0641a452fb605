package camerapose

import (
	"math"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/picture"
)

func TestVectorsFollowTheRightHandRule(t *testing.T) {
	x, y, z := Vec3{1}, Vec3{0, 1}, Vec3{0, 0, 1}
	for _, c := range []struct {
		name      string
		got, want Vec3
	}{
		{"x across y is z", x.Cross(y), z},
		{"y across z is x", y.Cross(z), x},
		{"z across x is y", z.Cross(x), y},
		{"a vector across itself is nothing", Vec3{1, 2, 3}.Cross(Vec3{1, 2, 3}), Vec3{}},
		{"a unit vector keeps its direction", Vec3{0, 3, 4}.Unit(), Vec3{0, 0.6, 0.8}},
		{"a sum is by components", Vec3{1, 2, 3}.Add(Vec3{4, 5, 6}), Vec3{5, 7, 9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if off := c.got.Add(c.want.Scale(-1)); off.Dot(off) > 1e-24 {
				t.Errorf("got %v, want %v", c.got, c.want)
			}
		})
	}
}

func TestAPlanesAxesAreSquareToEachOther(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 1000)
	for _, tilt := range []float64{0, 0.3, 0.9} {
		for _, azimuth := range []float64{0, 1, 2.5, -2} {
			p := NewPlane(cam, tilt, azimuth)
			if got := math.Acos(min(1, p.Down[2])); math.Abs(got-tilt) > 1e-7 {
				t.Errorf("the table is tilted by %.6f radians, want %.6f", got, tilt)
			}
			if tilt > 0 {
				if got := math.Atan2(p.Down[1], p.Down[0]); math.Abs(math.Remainder(got-azimuth, 2*math.Pi)) > 1e-9 {
					t.Errorf("it is tilted towards %.6f radians, want %.6f", got, azimuth)
				}
			}
			if off := p.Right.Cross(p.Ahead).Add(p.Down.Scale(-1)); off.Dot(off) > 1e-20 || p.Right[0] <= 0 {
				t.Errorf("right %v and ahead %v do not span the table below %v", p.Right, p.Ahead, p.Down)
			}
		}
	}
}

func TestAPixelMeetsTheTableWhereThatIsSeen(t *testing.T) {
	for _, c := range []struct {
		name string
		cam  *calibration.Camera
		tilt float64
	}{
		{"a pinhole camera from above", calibration.Pinhole(1280, 720, 1000), 0},
		{"a pinhole camera obliquely", calibration.Pinhole(1280, 720, 1000), 0.8},
		{"a lens that bends lines", bentCamera(), 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := NewPlane(c.cam, c.tilt, 2)
			for _, px := range []engine.Point{{X: 640, Y: 360}, {X: 20, Y: 30}, {X: 1200, Y: 100}, {X: 300, Y: 700}} {
				at, ok := p.OnTable(px)
				if back := p.Pixel(at); !ok || picture.Dist(back, px) > 1e-6 {
					t.Errorf("pixel %v meets the table at %v, which is seen at %v", px, at, back)
				}
			}
		})
	}
	grazing := NewPlane(calibration.Pinhole(1280, 720, 600), 1.3, math.Pi/2)
	if at, ok := grazing.OnTable(engine.Point{X: 640, Y: 10}); ok {
		t.Errorf("a pixel above the horizon meets the table at %v", at)
	}
}
