package tilemap

import (
	"errors"
	"image"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/vision/kernel"
)

// TestPicturesShrinkByAreaMeans compares with OpenCV: equal where the sides are multiples, and nearly so where the picture is brought near the size first.
func TestPicturesShrinkByAreaMeans(t *testing.T) {
	for _, c := range []struct {
		from, to image.Point
		off      int // most levels
	}{{image.Pt(1920, 1080), image.Pt(640, 360), 0}, {image.Pt(1280, 720), image.Pt(640, 360), 0}, {image.Pt(1000, 700), image.Pt(549, 384), 0}, {image.Pt(2016, 1512), image.Pt(512, 384), 2}} {
		p := kernel.Picture{W: c.from.X, H: c.from.Y}
		for i := range p.W * p.H {
			x, y := float64(i%p.W), float64(i/p.W)
			p.BGR = append(p.BGR, uint8(128+100*math.Sin(x/17)*math.Cos(y/23)), uint8(100-x/30), uint8(x/8+y/16))
		}
		got, err := shrunk(p, c.to)
		if err != nil {
			t.Fatal(err)
		}
		from, err := gocv.NewMatFromBytes(p.H, p.W, gocv.MatTypeCV8UC3, p.BGR)
		if err != nil {
			t.Fatal(err)
		}
		small := gocv.NewMat()
		if err := gocv.Resize(from, &small, c.to, 0, 0, gocv.InterpolationArea); err != nil {
			t.Fatal(err)
		}
		for i, want := range small.ToBytes() {
			if off := int(got[i]) - int(want); max(off, -off) > c.off {
				t.Errorf("%v to %v: number %d is %d, want %d", c.from, c.to, i, got[i], want)
				break
			}
		}
		if err := errors.Join(from.Close(), small.Close()); err != nil {
			t.Error(err)
		}
	}
}
