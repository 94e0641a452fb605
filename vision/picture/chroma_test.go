package picture

import (
	"bytes"
	"image"
	"os"
	"testing"

	"gocv.io/x/gocv"
)

func still(t *testing.T, name string) gocv.Mat {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p.Pixels
}

// blocked is the picture with its colors repeated as video decoders do, without anything done to its brightness.
func blocked(t *testing.T, mat gocv.Mat, size image.Point) gocv.Mat {
	t.Helper()
	parts, small, out := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer parts.Close()
	defer small.Close()
	t.Cleanup(func() { out.Close() })
	Check(t, gocv.CvtColor(mat, &parts, gocv.ColorBGRToYCrCb))
	planes := gocv.Split(parts)
	for i := range planes {
		if i > 0 {
			Check(t, gocv.Resize(planes[i], &small, image.Pt(mat.Cols()/size.X, mat.Rows()/size.Y), 0, 0, gocv.InterpolationArea))
			Check(t, gocv.Resize(small, &planes[i], image.Pt(mat.Cols(), mat.Rows()), 0, 0, gocv.InterpolationNearestNeighbor))
		}
	}
	Check(t, gocv.Merge(planes, &parts))
	Check(t, gocv.CvtColor(parts, &out, gocv.ColorYCrCbToBGR))
	for i := range planes {
		Check(t, planes[i].Close())
	}
	return out
}

func Check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// meanGap is how far two pictures' pixels are apart, on average.
func meanGap(a, b gocv.Mat) float64 {
	x, y := a.ToBytes(), b.ToBytes()
	sum := 0.0
	for i := range x {
		d := float64(x[i]) - float64(y[i])
		sum += max(d, -d)
	}
	return sum / float64(len(x))
}

func TestColorsThatVideoRepeatsAreMadeSmooth(t *testing.T) {
	true := still(t, "../../testdata/nabit/few/002.jpg")
	for _, size := range []image.Point{{X: 2, Y: 2}, {X: 2, Y: 1}} {
		steps := blocked(t, true, size)
		if got := ChromaSubsampling(&steps); got != size {
			t.Fatalf("colors in blocks of %v are taken for blocks of %v", size, got)
		}
		smooth := steps.Clone()
		defer smooth.Close()
		Check(t, InterpolateChroma(&smooth))
		if before, after := meanGap(steps, true), meanGap(smooth, true); after > 0.8*before {
			t.Errorf("blocks of %v: %.2f gray levels off before, %.2f after", size, before, after)
		}
		if got := ChromaSubsampling(&smooth); got != image.Pt(1, 1) {
			t.Errorf("after it colors come in blocks of %v", got)
		}
	}
}

func TestSmoothColorsStayAsTheyAre(t *testing.T) {
	for _, name := range []string{"../../testdata/nabit/few/001.jpg", "../../testdata/nabit/glare/001.jpg"} {
		mat := still(t, name)
		before := mat.ToBytes()
		Check(t, InterpolateChroma(&mat))
		if !bytes.Equal(before, mat.ToBytes()) {
			t.Errorf("%s was changed", name)
		}
	}
}
