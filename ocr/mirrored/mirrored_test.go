package mirrored_test

import (
	"image"
	"slices"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tilewatch/ocr"
	"tilewatch/ocr/mirrored"
	"tilewatch/vision/sharetest"
)

const size = 48

// drawn is a letter of a typeface that no training saw, in the middle of a face.
func drawn(t *testing.T, letter string) ocr.Face {
	t.Helper()
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 36, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	defer face.Close()
	bounds, _ := font.BoundString(face, letter)
	img := image.NewGray(image.Rect(0, 0, size, size))
	for i := range img.Pix {
		img.Pix[i] = 210
	}
	dot := fixed.Point26_6{X: size*32 - (bounds.Min.X+bounds.Max.X)/2, Y: size*32 - (bounds.Min.Y+bounds.Max.Y)/2}
	(&font.Drawer{Dst: img, Src: image.Black, Face: face, Dot: dot}).DrawString(letter)
	return ocr.Face{Size: size, Pix: img.Pix}
}

// TestLettersAreToldFromTheirMirrorImages reads letters in all turns, as they are and in a mirror: those that have a side are told apart, the others are not.
func TestLettersAreToldFromTheirMirrorImages(t *testing.T) {
	r, err := mirrored.New()
	if err != nil {
		t.Fatal(err)
	}
	odds := func(f ocr.Face) float64 {
		read, err := r.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		return mirrored.LogOdds(read)
	}
	var told, open sharetest.Share
	for _, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		f := drawn(t, string(letter))
		for k := range 4 {
			turned := f.Turned(k)
			inMirror := ocr.Face{Size: size, Pix: slices.Clone(turned.Pix)}
			for row := range slices.Chunk(inMirror.Pix, size) {
				slices.Reverse(row)
			}
			is, mirror := odds(turned), odds(inMirror)
			if slices.Contains([]rune("AHIMOTUVWXY"), letter) {
				open.Count(max(is, mirror)-min(is, mirror) < 4)
			} else {
				told.Count(is < 0 && mirror > 0)
			}
		}
	}
	told.AsMeasured(t, "letters with a side", sharetest.Share{Right: 56, Of: 60}, 60)
	open.AsMeasured(t, "letters that look the same in a mirror", sharetest.Share{Right: 44, Of: 44}, 44)
}
