// Package typeface draws capitals as ink on tiles.
package typeface

import (
	"image"
	"math"
	"os"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// inkPixels is a capital's height in a letter's mask; the mask is twice as wide and high.
const inkPixels = 64

// reductions are how often a mask is halved.
const reductions = 5

// Glyph is a letter's ink, 0 to 1, in the middle of a square, and the same reduced by half again and again (mipmap, Williams 1983).
type Glyph struct {
	ink  [reductions][]float32
	Wide float64 // of the ink, in capital heights
}

// Face has the capitals of one font.
type Face [26]Glyph

// Load draws a font's capitals: a file, or one of the Go fonts by its name.
func Load(path string) (*Face, error) {
	data, ok := goFonts[path]
	if !ok {
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
	t := &Face{}
	for i := range t {
		t[i] = drawGlyph(face, rune('A'+i))
	}
	return t, nil
}

func drawGlyph(face font.Face, letter rune) Glyph {
	const size = 2 * inkPixels
	b, _ := font.BoundString(face, string(letter))
	img := image.NewAlpha(image.Rect(0, 0, size, size))
	d := font.Drawer{Dst: img, Src: image.Opaque, Face: face,
		Dot: fixed.Point26_6{X: fixed.I(size)/2 - (b.Min.X+b.Max.X)/2, Y: fixed.I(size/2 + inkPixels/2)}}
	d.DrawString(string(letter))
	g := Glyph{Wide: max(0.1, float64(b.Max.X-b.Min.X)/64/inkPixels)}
	g.ink[0] = make([]float32, size*size)
	for i, a := range img.Pix {
		g.ink[0][i] = float32(a) / 255
	}
	for k := 1; k < reductions; k++ {
		n := size >> k
		from, to := g.ink[k-1], make([]float32, n*n)
		for i := range to {
			j := i/n*4*n + i%n*2
			to[i] = (from[j] + from[j+1] + from[j+2*n] + from[j+2*n+1]) / 4
		}
		g.ink[k] = to
	}
	return g
}

// At is the ink at u right and v down of the middle over a square of a size, in capital heights.
func (g *Glyph) At(u, v, size float64) float64 {
	k := 0
	for k < reductions-1 && size*inkPixels > float64(int(2)<<k)*0.75 {
		k++
	}
	n := 2 * inkPixels >> k
	x, y := int(math.Floor((u+1)*float64(n/2))), int(math.Floor((v+1)*float64(n/2)))
	if x < 0 || y < 0 || x >= n || y >= n {
		return 0
	}
	return float64(g.ink[k][y*n+x])
}
