package digit_test

import (
	"image"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tilewatch/ocr/digit"
	"tilewatch/ocr/glyph"
)

// drawn is a digit of a typeface that no training saw, dark on light or light on dark.
func drawn(t *testing.T, text string, dark bool) glyph.Face {
	t.Helper()
	const side = 48
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 38, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	defer face.Close()
	ground, ink := uint8(200), uint8(40)
	if !dark {
		ground, ink = ink, ground
	}
	img := image.NewGray(image.Rect(0, 0, side, side))
	for i := range img.Pix {
		img.Pix[i] = ground
	}
	wide := font.MeasureString(face, text).Ceil()
	mask := image.NewAlpha(img.Rect)
	d := font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: fixed.P((side-wide)/2, side/2+14)}
	d.DrawString(text)
	for i, a := range mask.Pix {
		img.Pix[i] = uint8((int(a)*int(ink) + (255-int(a))*int(ground)) / 255)
	}
	return glyph.Face{Size: side, Pix: img.Pix}
}

func TestDigitsAreReadInEveryTurn(t *testing.T) {
	reader, err := digit.New()
	if err != nil {
		t.Fatal(err)
	}
	for d := range 10 {
		for _, dark := range []bool{true, false} {
			face := drawn(t, string(rune('0'+d)), dark)
			for k := range 4 {
				l, err := reader.Read(face.Turned((4 - k) % 4)) // upright again after k turns
				if err != nil {
					t.Fatal(err)
				}
				if got, margin := l.Best(k); got != d {
					t.Errorf("digit %d, dark %v, %d turns: read %d by %.1f", d, dark, k, got, margin)
				}
			}
		}
	}
}

func TestASixUpsideDownIsANine(t *testing.T) {
	reader, err := digit.New()
	if err != nil {
		t.Fatal(err)
	}
	l, err := reader.Read(drawn(t, "6", true))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := l.Best(2); got != 9 {
		t.Errorf("upside down it reads %d", got)
	}
}

func TestNothingIsBlank(t *testing.T) {
	reader, err := digit.New()
	if err != nil {
		t.Fatal(err)
	}
	l, err := reader.Read(drawn(t, "", true))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := l.Best(0); got != digit.Blank {
		t.Errorf("an empty face reads %d", got)
	}
	if _, err := reader.Read(glyph.Face{Size: 3, Pix: make([]uint8, 9)}); err == nil {
		t.Error("a face of three pixels was read")
	}
}
