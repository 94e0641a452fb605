package table

import (
	"image"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

const (
	glyphSize = 128 // pixels of a mask's side
	capital   = 64  // of them a capital's height
	alphabet  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
)

// glyph is a character's ink in the middle of a square, 0 to 1, with its coarser levels.
type glyph struct {
	levels [][]float32
	wide   float64 // of the ink, in capital heights
}

// typefaces are the Go fonts, drawn once. A font that does not parse is left out: the fonts are part of the program, so none is.
var typefaces = sync.OnceValue(func() [][]glyph {
	var all [][]glyph
	for _, data := range [][]byte{gobold.TTF, goregular.TTF, gomono.TTF, goitalic.TTF} {
		parsed, err := opentype.Parse(data)
		if err != nil {
			continue
		}
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: capital / 0.72, DPI: 72}) // a capital of the Go fonts is 0.72 em
		if err != nil {
			continue
		}
		var glyphs []glyph
		for _, letter := range alphabet {
			glyphs = append(glyphs, newGlyph(face, letter))
		}
		all = append(all, glyphs)
	}
	return all
})

func newGlyph(face font.Face, letter rune) glyph {
	b, _ := font.BoundString(face, string(letter))
	img := image.NewAlpha(image.Rect(0, 0, glyphSize, glyphSize))
	d := font.Drawer{Dst: img, Src: image.Opaque, Face: face,
		Dot: fixed.Point26_6{X: fixed.I(glyphSize)/2 - (b.Min.X+b.Max.X)/2, Y: fixed.I(glyphSize/2 + capital/2)}}
	d.DrawString(string(letter))
	level := make([]float32, glyphSize*glyphSize)
	for i, a := range img.Pix {
		level[i] = float32(a) / 255
	}
	g := glyph{wide: float64(b.Max.X-b.Min.X) / 64 / capital}
	g.levels = pyramid(level, glyphSize, 4)
	return g
}

// ink is the ink at u, v, both -0.5 to 0.5 over the mask, v up.
func (g *glyph) ink(level int, u, v float64) float64 {
	n, l := glyphSize>>level, g.levels[level]
	x, y := (u+0.5)*float64(n)-0.5, (0.5-v)*float64(n)-0.5
	i, j := int(math.Floor(x)), int(math.Floor(y))
	if i < 0 || j < 0 || i >= n-1 || j >= n-1 {
		return 0
	}
	a, b := float32(x-float64(i)), float32(y-float64(j))
	low := l[j*n+i] + a*(l[j*n+i+1]-l[j*n+i])
	high := l[(j+1)*n+i] + a*(l[(j+1)*n+i+1]-l[(j+1)*n+i])
	return float64(low + b*(high-low))
}

// stamp prints a character of a capital height in millimetres.
func (p *painter) stamp(g *glyph, x, y, turn, tall float64, col rgb) {
	side := tall * glyphSize / capital
	level := min(max(int(math.Round(math.Log2(p.c.px*glyphSize/side))), 0), len(g.levels)-1)
	hu, hv := min(g.wide*0.5+0.1, 1)*tall, 0.65*tall
	p.c.put(x, y, turn, hu, hv, func(u, v float64) float64 { return g.ink(level, u/side, v/side) }, solid(col))
}

// word prints characters in a row from x on; it answers the row's length.
func (p *painter) word(x, y, turn, tall float64, n int, col rgb) float64 {
	face := typefaces()[p.r.IntN(len(typefaces()))]
	sin, cos := math.Sincos(turn)
	at := 0.0
	for range n {
		g := &face[p.r.IntN(26)]
		at += g.wide * tall / 2
		p.stamp(g, x+cos*at, y+sin*at, turn, tall, col)
		at += (g.wide/2 + 0.15) * tall
	}
	return at
}
