package alone_test

import (
	"image"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tilewatch/ocr"
	"tilewatch/ocr/alone"
	"tilewatch/ocr/glyph"
)

// drawn is some text of a typeface that no training saw, its ink in the middle of a face.
func drawn(t *testing.T, text string, size float64, dark bool) ocr.Face {
	t.Helper()
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	defer face.Close()
	bounds, _ := font.BoundString(face, text)
	img := image.NewGray(image.Rect(0, 0, 48, 48))
	for i := range img.Pix {
		img.Pix[i] = 210
	}
	dot := fixed.Point26_6{X: 24*64 - (bounds.Min.X+bounds.Max.X)/2, Y: 24*64 - (bounds.Min.Y+bounds.Max.Y)/2}
	(&font.Drawer{Dst: img, Src: image.Black, Face: face, Dot: dot}).DrawString(text)
	if !dark {
		for i := range img.Pix {
			img.Pix[i] = 255 - img.Pix[i]
		}
	}
	return ocr.Face{Size: 48, Pix: img.Pix}
}

func reader(t *testing.T) *glyph.Classifier {
	t.Helper()
	r, err := alone.New()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLettersAreReadInEveryTurn(t *testing.T) {
	r := reader(t)
	for _, dark := range []bool{true, false} {
		right := 0
		for c := range 26 {
			f := drawn(t, string(rune('A'+c)), 34, dark)
			for k := range 4 {
				l, err := r.Read(f.Turned(4 - k))
				if err != nil {
					t.Fatal(err)
				}
				if best, _ := l.Best(k); best == c {
					right++
				}
			}
		}
		if right < 100 {
			t.Errorf("%d of 104 letters read, dark %v", right, dark)
		}
	}
}

func TestWhatIsNoLetterIsNone(t *testing.T) {
	r := reader(t)
	disc := ocr.Face{Size: 48, Pix: make([]uint8, 48*48)}
	for i := range disc.Pix {
		disc.Pix[i] = 200
		if math.Hypot(float64(i%48)-23.5, float64(i/48)-23.5) < 12 {
			disc.Pix[i] = 40
		}
	}
	empty := ocr.Face{Size: 48, Pix: make([]uint8, 48*48)}
	for what, f := range map[string]ocr.Face{"small print": drawn(t, "DOUBLE", 9, true), "a disc": disc, "nothing": empty} {
		l, err := r.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		for k := range l {
			if best, _ := l.Best(k); best != alone.None {
				t.Errorf("%s reads as %c", what, 'A'+best)
			}
		}
	}
}

func TestAFaceOfTheWrongSizeIsAnError(t *testing.T) {
	if _, err := reader(t).Read(ocr.Face{Size: 48, Pix: make([]uint8, 5)}); err == nil {
		t.Error("read, want an error")
	}
}
