package main

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A mask is a letter's ink at capPixels a capital's height, centered across on its ink and down on a capital's box,
// softened so that a threshold makes it bolder or lighter.
const (
	capPixels  = 64
	maskPixels = 3 * capPixels
)

type mask struct {
	pix  []uint8 // 255 is full ink
	wide float64 // width of the ink, in capital heights
}

// drawMask draws one letter.
func drawMask(f *sfnt.Font, r rune) (*mask, error) {
	var buf sfnt.Buffer
	high, err := capHeight(f, &buf)
	if err != nil {
		return nil, err
	}
	glyph, err := f.GlyphIndex(&buf, r)
	if err != nil {
		return nil, err
	}
	ppem := fixed.Int26_6(math.Round(capPixels * 64 * 1000 / high))
	path, err := f.LoadGlyph(&buf, glyph, ppem, nil)
	if err != nil {
		return nil, err
	}
	bounds := path.Bounds()
	dx := maskPixels/2 - float32(bounds.Min.X+bounds.Max.X)/128
	dy := float32(maskPixels/2 + capPixels/2)
	raster := vector.NewRasterizer(maskPixels, maskPixels)
	raster.DrawOp = draw.Src
	trace(raster, path, dx, dy)
	img := image.NewAlpha(image.Rect(0, 0, maskPixels, maskPixels))
	raster.Draw(img, img.Bounds(), image.Opaque, image.Point{})
	soft := make([]float32, maskPixels*maskPixels)
	for i, a := range img.Pix {
		soft[i] = float32(a)
	}
	smooth(soft, maskPixels, maskPixels, 1.5)
	m := &mask{pix: img.Pix, wide: float64(bounds.Max.X-bounds.Min.X) / 64 / capPixels}
	for i, v := range soft {
		m.pix[i] = uint8(v + 0.5)
	}
	return m, nil
}

// capHeight is the height of the capital H at 1000 pixels per em.
func capHeight(f *sfnt.Font, buf *sfnt.Buffer) (float64, error) {
	h, err := f.GlyphIndex(buf, 'H')
	if err != nil {
		return 0, err
	}
	bounds, _, err := f.GlyphBounds(buf, h, fixed.I(1000), font.HintingNone)
	if err != nil {
		return 0, err
	}
	return float64(bounds.Max.Y-bounds.Min.Y) / 64, nil
}

// trace walks the outline.
func trace(r *vector.Rasterizer, path sfnt.Segments, dx, dy float32) {
	at := func(p fixed.Point26_6) (float32, float32) { return float32(p.X)/64 + dx, float32(p.Y)/64 + dy }
	for _, s := range path {
		x0, y0 := at(s.Args[0])
		x1, y1 := at(s.Args[1])
		x2, y2 := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			r.MoveTo(x0, y0)
		case sfnt.SegmentOpLineTo:
			r.LineTo(x0, y0)
		case sfnt.SegmentOpQuadTo:
			r.QuadTo(x0, y0, x1, y1)
		case sfnt.SegmentOpCubeTo:
			r.CubeTo(x0, y0, x1, y1, x2, y2)
		}
	}
	r.ClosePath()
}

// at is the ink at u, v capital heights right of and below the middle; a higher threshold makes it lighter.
func (m *mask) at(u, v, threshold float64) float64 {
	x, y := u*capPixels+maskPixels/2-0.5, v*capPixels+maskPixels/2-0.5
	if x < 0 || y < 0 || x >= maskPixels-1 || y >= maskPixels-1 {
		return 0
	}
	c, r := int(x), int(y)
	fx, fy := float32(x-float64(c)), float32(y-float64(r))
	i := r*maskPixels + c
	a := float32(m.pix[i])*(1-fx) + float32(m.pix[i+1])*fx
	b := float32(m.pix[i+maskPixels])*(1-fx) + float32(m.pix[i+maskPixels+1])*fx
	return min(max((float64(a+(b-a)*fy)/255-threshold)*3+0.5, 0), 1)
}

// smooth is a Gaussian blur in place.
func smooth(p []float32, w, h int, sigma float64) {
	n := int(math.Ceil(2.5 * sigma))
	if n == 0 {
		return
	}
	kernel := make([]float32, 2*n+1)
	sum := float32(0)
	for i := range kernel {
		d := float64(i-n) / sigma
		kernel[i] = float32(math.Exp(-d * d / 2))
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	tmp := make([]float32, len(p))
	for y := range h {
		for x := range w {
			s := float32(0)
			for i, k := range kernel {
				s += k * p[y*w+min(max(x+i-n, 0), w-1)]
			}
			tmp[y*w+x] = s
		}
	}
	for y := range h {
		for x := range w {
			s := float32(0)
			for i, k := range kernel {
				s += k * tmp[min(max(y+i-n, 0), h-1)*w+x]
			}
			p[y*w+x] = s
		}
	}
}
