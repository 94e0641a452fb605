package picture_test

import (
	"errors"
	"math"
	"testing"

	"gocv.io/x/gocv"

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

// fewPixels has 4 x 3 pixels: blue counts columns, green rows, and red both.
func fewPixels() *picture.Raster {
	r := drawnRaster(4, 3, func(x, y int) [3]uint8 { return [3]uint8{uint8(40 * x), uint8(60 * y), uint8(10*x + 50*y)} })
	for i := range r.Gray {
		r.Gray[i] = uint8(20 * (i % 4 * (i / 4))) // the product of column and row: no plane
	}
	return r
}

func TestASampleLiesBetweenItsFourPixels(t *testing.T) {
	for name, c := range map[string]struct {
		x, y float64
		want picture.BGR
		gray float64
	}{
		"on a pixel":                {1, 1, picture.BGR{40, 60, 60}, 20},
		"on the first pixel":        {0, 0, picture.BGR{0, 0, 0}, 0},
		"between two of a row":      {1.5, 1, picture.BGR{60, 60, 65}, 30},
		"between two of a column":   {1, 1.5, picture.BGR{40, 90, 85}, 30},
		"in the middle of four":     {1.5, 0.5, picture.BGR{60, 30, 40}, 15},
		"nearer to one of them":     {2.25, 1.75, picture.BGR{90, 105, 110}, 2.25 * 1.75 * 20},
		"left of the picture":       {-5, 1, picture.BGR{0, 60, 50}, 0},
		"above the picture":         {2, -5, picture.BGR{80, 0, 20}, 0},
		"right of the picture":      {50, 1, picture.BGR{120, 60, 80}, 60},
		"below the picture":         {1, 50, picture.BGR{40, 120, 110}, 40},
		"beyond the last corner":    {50, 50, picture.BGR{120, 120, 130}, 120},
		"on the last corner":        {3, 2, picture.BGR{120, 120, 130}, 120},
		"infinitely far":            {math.Inf(1), math.Inf(-1), picture.BGR{120, 0, 30}, 0},
		"between the last two rows": {3, 1.5, picture.BGR{120, 90, 105}, 90},
	} {
		t.Run(name, func(t *testing.T) {
			r, p := fewPixels(), engine.Point{X: c.x, Y: c.y}
			got := r.At(p)
			for k := range got {
				if math.Abs(got[k]-c.want[k]) > 0.2 { // the rim is met to a thousandth of a pixel
					t.Errorf("the color is %.2f, want %.2f", got, c.want)
				}
			}
			if gray := r.GrayAt(p); math.Abs(gray-c.gray) > 0.2 {
				t.Errorf("the gray is %.2f, want %.2f", gray, c.gray)
			}
		})
	}
}

func TestSamplesInsideAreExact(t *testing.T) {
	r := fewPixels()
	for y := 0.0; y < 1.99; y += 0.125 {
		for x := 0.0; x < 2.99; x += 0.125 {
			got, want := r.At(engine.Point{X: x, Y: y}), picture.BGR{40 * x, 60 * y, 10*x + 50*y} // planes
			for k := range got {
				if math.Abs(got[k]-want[k]) > 1e-9 {
					t.Fatalf("at %.3f, %.3f: %v, want %v", x, y, got, want)
				}
			}
		}
	}
}

func TestAPointIsInsideWhereFourPixelsSurroundIt(t *testing.T) {
	r := fewPixels()
	for p, want := range map[engine.Point]bool{
		{X: 0, Y: 0}: true, {X: 2.999, Y: 1.999}: true, {X: 1, Y: 1}: true,
		{X: 3, Y: 1}: false, {X: 1, Y: 2}: false, {X: -0.001, Y: 1}: false, {X: 1, Y: -0.001}: false,
		{X: math.NaN(), Y: 1}: false, {X: 1, Y: math.Inf(1)}: false,
	} {
		if got := r.Inside(p); got != want {
			t.Errorf("%v is inside: %v, want %v", p, got, want)
		}
	}
}

func TestTheRasterIsThePicturesOwnBytes(t *testing.T) {
	mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(10, 20, 30, 0), 3, 5, gocv.MatTypeCV8UC3)
	p := picture.FromMat(mat)
	defer p.Close()
	mat.SetUCharAt(2, 3*4+1, 200)
	refused := errors.New("refused")
	err := picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		if r.W != 5 || r.H != 3 || len(r.BGR) != 45 || len(r.Gray) != 15 || gray.Cols() != 5 || gray.Rows() != 3 {
			t.Errorf("%dx%d with %d and %d bytes, want 5x3 with 45 and 15", r.W, r.H, len(r.BGR), len(r.Gray))
		}
		if r.BGR[0] != 10 || r.BGR[1] != 20 || r.BGR[2] != 30 || r.BGR[43] != 200 {
			t.Errorf("its bytes are %v", r.BGR)
		}
		// 0.114, 0.587 and 0.299 of blue, green and red.
		if r.Gray[0] != 22 || r.Gray[14] != 128 {
			t.Errorf("gray is %d and %d, want 22 and 128", r.Gray[0], r.Gray[14])
		}
		if px := r.Kernel(); px.W != 5 || px.H != 3 || &px.BGR[0] != &r.BGR[0] {
			t.Errorf("loops in C get %dx%d pixels of their own", px.W, px.H)
		}
		return refused
	})
	if !errors.Is(err, refused) {
		t.Errorf("the borrower's error comes back as %v", err)
	}
}

func TestAPictureWithoutPixelsLendsNothing(t *testing.T) {
	p := picture.FromMat(gocv.NewMat())
	defer p.Close()
	if err := picture.WithRaster(p, func(*picture.Raster, gocv.Mat) error { t.Error("it was lent"); return nil }); err == nil {
		t.Error("an empty picture is no error")
	}
}

// litRaster is a picture of one shade; a share of its pixels, from 0 to 1, has another. 17 is no factor of its width, so that sampling meets both.
func litRaster(ground, lamp uint8, share float64) *picture.Raster {
	const w, h = 100, 100
	return drawnRaster(w, h, func(x, y int) [3]uint8 {
		if float64(y*w+x) < share*w*h {
			return [3]uint8{lamp, lamp, lamp}
		}
		return [3]uint8{ground, ground, ground}
	})
}

func TestOnlyAPictureWithoutAnyLightIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		r    *picture.Raster
		dark bool
	}{
		"black":                                  {litRaster(0, 0, 0), true},
		"a sensor's glow":                        {litRaster(13, 13, 0), true},
		"a shade brighter":                       {litRaster(14, 14, 0), false},
		"a dim room":                             {litRaster(40, 40, 0), false},
		"white":                                  {litRaster(255, 255, 0), false},
		"black with a few hot pixels":            {litRaster(2, 255, 0.003), true},
		"black with a lamp in the corner":        {litRaster(2, 255, 0.02), false},
		"black with something that almost shows": {litRaster(2, 29, 0.1), true},
		"black with something that just shows":   {litRaster(2, 30, 0.1), false},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.r.CheckLight()
			if (err != nil) != c.dark {
				t.Fatalf("got %v, want it refused: %v", err, c.dark)
			}
			var why *picture.Error
			if c.dark && (!errors.As(err, &why) || why.Code != picture.TooDark || why.Message == "") {
				t.Errorf("it is refused with %v, want the code %s and a remedy", err, picture.TooDark)
			}
		})
	}
}

func TestLimitsAndDistances(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{{-1, 0}, {0, 0}, {3, 3}, {7, 7}, {7.1, 7}, {math.Inf(1), 7}, {math.Inf(-1), 0}} {
		if got := picture.Clamp(c.x, 0, 7); got != c.want {
			t.Errorf("%v between 0 and 7 is %v, want %v", c.x, got, c.want)
		}
	}
	if got := picture.Dist(engine.Point{X: 1, Y: -2}, engine.Point{X: 4, Y: 2}); got != 5 {
		t.Errorf("the distance is %v, want 5", got)
	}
}
