// Package facetest draws tile faces for the tests of the letter readers, in a typeface that the letter net was not
// trained on and that comes with the Go module (so no font need be installed).
package facetest

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tilewatch/ocr/glyph"
)

// Style is how a face looks. The zero value is not useful; begin with Plain.
type Style struct {
	Size         int // pixels a side
	Plastic, Ink uint8
	Capital      float64 // height of a capital, as a share of the side
	Small        rune    // the small letter in the lower right corner, 0 for none
	Noise        float64 // standard deviation, gray levels
}

// Plain is white on dark red, seen well.
func Plain() Style {
	return Style{Size: 48, Plastic: 70, Ink: 235, Capital: 0.54, Small: 'K', Noise: 2}
}

// capitalOfEm is the height of the face's capitals at one pixel per em.
const capitalOfEm = 0.72

var parsed = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// Draw is the face of a letter, upright; a blank one for the space.
func Draw(letter rune, s Style) (glyph.Face, error) {
	// Drawn four times as large and cut down, so that edges are as soft as a camera's.
	const fine = 4
	n := s.Size * fine
	img := image.NewGray(image.Rect(0, 0, n, n))
	for i := range img.Pix {
		img.Pix[i] = s.Plastic
	}
	if letter != ' ' {
		if err := write(img, letter, s.Ink, s.Capital, -0.02); err != nil {
			return glyph.Face{}, err
		}
		if s.Small != 0 {
			if err := write(img, s.Small, s.Ink, 0.18, 0.35); err != nil {
				return glyph.Face{}, err
			}
		}
	}
	g := glyph.Gray{W: n, H: n, Pix: img.Pix}
	edge := float64(n) - 0.5
	f := g.Cut(glyph.Quad{{-0.5, -0.5}, {edge, -0.5}, {edge, edge}, {-0.5, edge}}, s.Size)
	r := rand.New(rand.NewPCG(uint64(letter), uint64(s.Size)))
	for i, v := range f.Pix {
		f.Pix[i] = uint8(min(max(float64(v)+s.Noise*r.NormFloat64(), 0), 255))
	}
	return f, nil
}

// write puts a letter of some height, both shares of the side, so far right of and below the middle.
func write(img *image.Gray, letter rune, ink uint8, capital, off float64) error {
	f, err := parsed()
	if err != nil {
		return fmt.Errorf("test typeface: %w", err)
	}
	n := float64(img.Rect.Dx())
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: capital * n / capitalOfEm, DPI: 72})
	if err != nil {
		return fmt.Errorf("test typeface: %w", err)
	}
	defer face.Close()
	bounds, _, ok := face.GlyphBounds(letter)
	if !ok {
		return fmt.Errorf("test typeface has no %q: use capitals", letter)
	}
	high, _, _ := face.GlyphBounds('H')
	middle := fixed.Int26_6(64 * n * (0.5 + off))
	d := font.Drawer{Dst: img, Src: image.NewUniform(color.Gray{Y: ink}), Face: face}
	d.Dot = fixed.Point26_6{X: middle - (bounds.Min.X+bounds.Max.X)/2, Y: middle - (high.Min.Y+high.Max.Y)/2}
	d.DrawString(string(letter))
	return nil
}
