package candidate_test

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// drawnRaster is a raster of the pixels that a function gives, blue, green and red; gray is their mean.
func drawnRaster(w, h int, color func(x, y int) [3]uint8) *picture.Raster {
	r := &picture.Raster{W: w, H: h, BGR: make([]uint8, 0, 3*w*h), Gray: make([]uint8, 0, w*h)}
	for i := range w * h {
		c := color(i%w, i/w)
		r.BGR = append(r.BGR, c[:]...)
		r.Gray = append(r.Gray, uint8((int(c[0])+int(c[1])+int(c[2]))/3))
	}
	return r
}

// litRaster is a picture of one shade; a share of its pixels, from 0 to 1, has another.
func litRaster(ground, lamp uint8, share float64) *picture.Raster {
	const w, h = 100, 100
	return drawnRaster(w, h, func(x, y int) [3]uint8 {
		if float64(y*w+x) < share*w*h {
			return [3]uint8{lamp, lamp, lamp}
		}
		return [3]uint8{ground, ground, ground}
	})
}

// inked is a light ground of 200 with a bar of another shade, so many pixels wide, in the middle of a field of 16 x 16 around 32, 32.
func inked(wide int, shade uint8) *picture.Raster {
	return drawnRaster(64, 64, func(x, y int) [3]uint8 {
		if 2*x > 63-wide && 2*x < 64+wide && y >= 20 && y < 44 {
			return [3]uint8{shade, shade, shade}
		}
		return [3]uint8{200, 200, 200}
	})
}

func TestInkIsHowFarTheSixthThatDiffersMostLiesFromItsGround(t *testing.T) {
	middle, ground := engine.Point{X: 31.5, Y: 31.5}, picture.BGR{200, 200, 200}
	for name, c := range map[string]struct {
		r    *picture.Raster
		dark bool
		want float64
	}{
		"no ink at all":              {inked(0, 60), true, 0},
		"dark ink":                   {inked(6, 60), true, 140},
		"light ink":                  {inked(6, 250), false, 50},
		"a field full of ink":        {inked(30, 60), true, 140},
		"ink darker where lighter":   {inked(30, 60), false, -140},
		"one of nine columns of ink": {inked(1, 60), true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.r.Blobs().Contrast(middle, 16, 16, ground, c.dark); math.Abs(got-c.want) > 0.5 {
				t.Errorf("ink of %.1f, want %.1f", got, c.want)
			}
		})
	}
}

// Nine columns of nine samples are taken. One in six of them is more than one column and less than two.
func TestTwoColumnsOfInkInNineAreEnough(t *testing.T) {
	bar, ground := inked(4, 60), picture.BGR{200, 200, 200}
	if got := bar.Blobs().Contrast(engine.Point{X: 30.5, Y: 31.5}, 16, 16, ground, true); math.Abs(got-140) > 0.5 {
		t.Errorf("two columns of nine: ink of %.1f, want 140", got)
	}
	if got := bar.Blobs().Contrast(engine.Point{X: 30.5, Y: 31.5}, 32, 16, ground, true); math.Abs(got) > 0.5 {
		t.Errorf("one column of nine: ink of %.1f, want none", got)
	}
}

func TestInkIsMeasuredAgainstTheBrightnessOfItsGround(t *testing.T) {
	r := litRaster(100, 100, 0)
	for _, c := range []struct {
		ground picture.BGR
		want   float64
	}{{picture.BGR{0, 0, 0}, 100}, {picture.BGR{255, 0, 0}, 100 - 0.114*255}, {picture.BGR{0, 255, 0}, 100 - 0.587*255}, {picture.BGR{0, 0, 255}, 100 - 0.299*255}} {
		if got := r.Blobs().Contrast(engine.Point{X: 50, Y: 50}, 10, 10, c.ground, false); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("against %v: %.2f, want %.2f", c.ground, got, c.want)
		}
	}
}

func TestInkAtThePicturesRimIsTheRims(t *testing.T) {
	r := litRaster(100, 100, 0)
	for _, at := range []engine.Point{{X: 0, Y: 0}, {X: 99, Y: 99}, {X: -40, Y: 50}, {X: 50, Y: 140}} {
		if got := r.Blobs().Contrast(at, 30, 30, picture.BGR{60, 60, 60}, false); math.Abs(got-40) > 1e-6 {
			t.Errorf("at %v: %.2f, want 40", at, got)
		}
	}
}
