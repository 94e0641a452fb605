package candidate

import (
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// A large letter fills the frame printed on its tile so far that a ring around it lies on the frame.
func TestALetterThatNearlyTouchesItsFrameIsAMark(t *testing.T) {
	const side, thick = 40, 5
	mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(112, 116, 120, 0), 240, 320, gocv.MatTypeCV8UC3)
	defer mat.Close()
	paint := func(x, y, w, h int, c color.RGBA) {
		t.Helper()
		check(t, gocv.Rectangle(&mat, image.Rect(x, y, x+w, y+h), c, -1))
	}
	yellow, white := color.RGBA{R: 245, G: 190, B: 50}, color.RGBA{R: 252, G: 250, B: 246}
	x, y := 140, 100
	paint(x, y, side, side, yellow)
	paint(x+2, y+2, side-4, side-4, white) // the frame
	paint(x+4, y+4, side-8, side-8, yellow)
	paint(x+7, y+7, thick, 26, white) // an E
	for _, row := range []int{0, 10, 21} {
		paint(x+7, y+7+row, 26, thick, white)
	}
	p := &picture.Picture{Pixels: mat, Width: mat.Cols(), Height: mat.Rows()}
	check(t, picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		marks, err := Find(r, gray)
		for _, m := range marks {
			if picture.Dist(m.At, engine.Point{X: 159.5, Y: 119.5}) < 2 && m.Size > 22 && m.Size < 30 && !m.Uneven && m.Plastic[2]-m.Plastic[0] > 150 {
				return err
			}
		}
		t.Errorf("of %d marks none is the letter", len(marks))
		return err
	}))
}
