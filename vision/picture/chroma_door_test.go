package picture

import (
	"bytes"
	"image"
	"math"
	"testing"

	"gocv.io/x/gocv"
)

// hueSlope is a picture of one brightness whose color changes slowly from one side to the other and back, in blocks of that size.
func hueSlope(t *testing.T, w, h int, block image.Point) gocv.Mat {
	t.Helper()
	data := make([]byte, 0, 3*w*h)
	for i := range w * h {
		x, y := i%w/block.X*block.X, i/w/block.Y*block.Y
		swing := 50 * math.Sin(float64(x)/9) * math.Cos(float64(y)/7)
		// Red and green change against each other so that 0.587 green + 0.299 red stays.
		data = append(data, 110, uint8(120-0.299*swing+0.5), uint8(120+0.587*swing+0.5))
	}
	mat, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC3, data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mat.Close() })
	own := mat.Clone()
	t.Cleanup(func() { own.Close() })
	return own
}

func TestBlocksOfColorAreKnownByTheirSteps(t *testing.T) {
	for name, c := range map[string]struct {
		w, h        int
		block, want image.Point
	}{
		"smooth":                   {160, 120, image.Pt(1, 1), image.Pt(1, 1)},
		"two by two":               {160, 120, image.Pt(2, 2), image.Pt(2, 2)},
		"two across":               {160, 120, image.Pt(2, 1), image.Pt(2, 1)},
		"two down":                 {160, 120, image.Pt(1, 2), image.Pt(1, 2)},
		"an odd width has none":    {161, 120, image.Pt(2, 2), image.Pt(1, 1)},
		"an odd height has none":   {160, 121, image.Pt(2, 2), image.Pt(1, 1)},
		"three by three have none": {162, 120, image.Pt(3, 3), image.Pt(1, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			mat := hueSlope(t, c.w, c.h, c.block)
			if got := ChromaSubsampling(&mat); got != c.want {
				t.Errorf("blocks of %v, want %v", got, c.want)
			}
		})
	}
}

func TestWhatHasNoColorsHasNoBlocks(t *testing.T) {
	gray := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 80, 80, gocv.MatTypeCV8UC3)
	single := gocv.NewMatWithSize(80, 80, gocv.MatTypeCV8UC1)
	empty := gocv.NewMat()
	for name, mat := range map[string]*gocv.Mat{"one shade": &gray, "one channel": &single, "nothing": &empty} {
		before := mat.ToBytes()
		if err := InterpolateChroma(mat); err != nil || !bytes.Equal(before, mat.ToBytes()) {
			t.Errorf("%s: changed, or %v", name, err)
		}
		if err := mat.Close(); err != nil {
			t.Error(err)
		}
	}
}

// brightnessOf is a pixel's brightness.
func brightnessOf(px []byte) float64 {
	return 0.114*float64(px[0]) + 0.587*float64(px[1]) + 0.299*float64(px[2])
}

func TestSmoothingColorsKeepsBrightness(t *testing.T) {
	for _, block := range []image.Point{{X: 2, Y: 2}, {X: 2, Y: 1}, {X: 1, Y: 2}} {
		mat := hueSlope(t, 160, 120, block)
		for y := 30; y < 50; y++ { // a bright bar, as sharp as brightness is
			for x := 41; x < 98; x++ {
				for c := range 3 {
					mat.SetUCharAt(y, 3*x+c, mat.GetUCharAt(y, 3*x+c)+60)
				}
			}
		}
		before := mat.ToBytes()
		if err := InterpolateChroma(&mat); err != nil {
			t.Fatal(err)
		}
		after := mat.ToBytes()
		if bytes.Equal(before, after) {
			t.Errorf("blocks of %v: nothing was smoothed", block)
		}
		for i := 0; i < len(after); i += 3 {
			if gap := math.Abs(brightnessOf(after[i:]) - brightnessOf(before[i:])); gap > 2.5 {
				t.Fatalf("blocks of %v: pixel %d, %d is %.1f gray levels brighter or darker", block, i/3%160, i/3/160, gap)
			}
		}
	}
}

func TestSmoothingBringsColorsNearerToTheTruth(t *testing.T) {
	smooth := hueSlope(t, 160, 120, image.Pt(1, 1))
	truth := smooth.ToBytes()
	off := func(mat gocv.Mat) (sum float64) {
		for i, px := range mat.ToBytes() {
			sum += math.Abs(float64(px) - float64(truth[i]))
		}
		return sum / float64(len(truth))
	}
	for _, block := range []image.Point{{X: 2, Y: 1}, {X: 1, Y: 2}} {
		mat := hueSlope(t, 160, 120, block)
		if err := InterpolateChroma(&mat); err != nil {
			t.Fatal(err)
		}
		if got := ChromaSubsampling(&mat); got != image.Pt(1, 1) {
			t.Errorf("blocks of %v are %v after it", block, got)
		}
		if mat.Cols() != 160 || mat.Rows() != 120 || mat.Type() != gocv.MatTypeCV8UC3 {
			t.Errorf("the picture is %dx%d of type %v after it", mat.Cols(), mat.Rows(), mat.Type())
		}
		if gap := off(mat); gap > 2.5 {
			t.Errorf("blocks of %v: %.2f gray levels off", block, gap)
		}
	}
}
