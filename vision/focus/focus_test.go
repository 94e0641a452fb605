package focus

import (
	"image"
	"math"
	"testing"
)

// stripes is a picture of slanted edges, each of which takes so many pixels.
func stripes(width, slope float64) *image.Gray {
	gray := image.NewGray(image.Rect(0, 0, 200, 160))
	for i := range gray.Pix {
		at := math.Mod(float64(i%200)+slope*float64(i/200), 50) // up, and down again
		up := min(max((at-10)/width, 0), 1) - min(max((at-35)/width, 0), 1)
		gray.Pix[i] = uint8(60 + 120*up)
	}
	return gray
}

func TestAnEdgeIsAsWideAsItIs(t *testing.T) {
	for _, width := range []float64{1, 2, 4, 6, 10} {
		for _, slope := range []float64{0, 0.2} {
			gray := stripes(width, slope)
			if got := Width(gray, gray.Bounds()); math.Abs(got-width) > max(0.3, 0.15*width) {
				t.Errorf("an edge of %v pixels that slants by %v seems to take %.2f", width, slope, got)
			}
		}
	}
}

func TestWhatHasNoEdgesHasNoWidth(t *testing.T) {
	plain := image.NewGray(image.Rect(0, 0, 200, 160))
	for i := range plain.Pix {
		plain.Pix[i] = uint8(100 + i%7*5) // noise
	}
	if got := Width(plain, plain.Bounds()); got != 0 {
		t.Errorf("a plain picture has edges of %v pixels", got)
	}
	sharp := stripes(2, 0)
	for _, part := range []image.Rectangle{{}, image.Rect(-20, -20, -5, -5), image.Rect(300, 0, 400, 50), image.Rect(0, 0, 3, 3)} {
		if got := Width(sharp, part); got != 0 {
			t.Errorf("in %v edges take %v pixels", part, got)
		}
	}
}

func TestOnlyThePartAskedForIsMeasured(t *testing.T) {
	gray, soft := stripes(2, 0), stripes(10, 0)
	for y := range 160 {
		copy(gray.Pix[y*200+100:(y+1)*200], soft.Pix[y*200+100:(y+1)*200])
	}
	if left, right := Width(gray, image.Rect(-5, -5, 100, 160)), Width(gray, image.Rect(100, 0, 500, 500)); left > 2.5 || right < 8 {
		t.Errorf("%v on the left, %v on the right", left, right)
	}
}
