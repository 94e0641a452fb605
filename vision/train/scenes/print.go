package scenes

import (
	"image"
	"math"
	"os"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// inkPixels is a capital's height in a letter's mask; the mask is twice as wide and high.
const inkPixels = 64

// glyph is a letter's ink, 0 to 1, in the middle of a square.
type glyph struct {
	ink  []float32
	wide float64 // of the ink, in capital heights
}

// typeface has the capitals of one font.
type typeface [26]glyph

// loadTypeface draws a font file's capitals; the empty path is the Go font, which every machine has.
func loadTypeface(path string) (*typeface, error) {
	data := gobold.TTF
	if path != "" {
		var err error
		if data, err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	parsed, err := opentype.Parse(data)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: inkPixels / 0.72, DPI: 72})
	if err != nil {
		return nil, err
	}
	defer face.Close()
	t := &typeface{}
	for i := range t {
		t[i] = drawGlyph(face, rune('A'+i))
	}
	return t, nil
}

func drawGlyph(face font.Face, letter rune) glyph {
	const size = 2 * inkPixels
	b, _ := font.BoundString(face, string(letter))
	img := image.NewAlpha(image.Rect(0, 0, size, size))
	d := font.Drawer{Dst: img, Src: image.Opaque, Face: face,
		Dot: fixed.Point26_6{X: fixed.I(size)/2 - (b.Min.X+b.Max.X)/2, Y: fixed.I(size/2 + inkPixels/2)}}
	d.DrawString(string(letter))
	g := glyph{make([]float32, size*size), float64(b.Max.X-b.Min.X) / 64 / inkPixels}
	for i, a := range img.Pix {
		g.ink[i] = float32(a) / 255
	}
	return g
}

// at is the ink at u right and v down of the middle, in capital heights.
func (g *glyph) at(u, v float64) float64 {
	const size = 2 * inkPixels
	x, y := int(math.Floor((u+1)*inkPixels)), int(math.Floor((v+1)*inkPixels))
	if x < 0 || y < 0 || x >= size || y >= size {
		return 0
	}
	return float64(g.ink[y*size+x])
}
