package photo

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// pen draws with lines and letters that suit the picture's size.
type pen struct {
	on   *image.RGBA
	size float64 // of text, in pixels
	bold *opentype.Font
}

func newPen(on *image.RGBA) (*pen, error) {
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	return &pen{on, float64(max(on.Rect.Dx(), on.Rect.Dy())) / textShare, bold}, nil
}

// textShare is how many lines of text would fill a picture's longer side: on a phone, where that is as long as a hand is wide, they can be read.
const textShare = 42

// line draws from a to b, so many pixels wide.
func (p *pen) line(a, b [2]float64, width float64, ink color.RGBA) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	long := math.Hypot(dx, dy)
	if !(long > 0) || long > float64(p.on.Rect.Dx()+p.on.Rect.Dy()) || !p.near(a) || !p.near(b) {
		return
	}
	// Half a width beyond each end, so that corners close.
	ux, uy := dx/long*width/2, dy/long*width/2
	corners := [4][2]float64{{a[0] - ux - uy, a[1] - uy + ux}, {b[0] + ux - uy, b[1] + uy + ux}, {b[0] + ux + uy, b[1] + uy - ux}, {a[0] - ux + uy, a[1] - uy - ux}}
	low, high := corners[0], corners[0]
	for _, c := range corners[1:] {
		low = [2]float64{min(low[0], c[0]), min(low[1], c[1])}
		high = [2]float64{max(high[0], c[0]), max(high[1], c[1])}
	}
	box := image.Rect(int(low[0])-1, int(low[1])-1, int(high[0])+2, int(high[1])+2)
	z := vector.NewRasterizer(box.Dx(), box.Dy())
	at := func(c [2]float64) (x, y float32) {
		// Pixel coordinates name centers, the rasterizer's edges.
		return float32(c[0] + 0.5 - float64(box.Min.X)), float32(c[1] + 0.5 - float64(box.Min.Y))
	}
	z.MoveTo(at(corners[0]))
	for _, c := range corners[1:] {
		z.LineTo(at(c))
	}
	z.ClosePath()
	// The rasterizer draws only where it has room, so it gets a mask of its own; what lies outside the photo is cut off then.
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	z.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	draw.DrawMask(p.on, box, image.NewUniform(ink), image.Point{}, mask, image.Point{}, draw.Over)
}

// near tells whether a point lies in the photo or not far outside: anything else is no place of a tile in it.
func (p *pen) near(c [2]float64) bool {
	w, h := float64(p.on.Rect.Dx()), float64(p.on.Rect.Dy())
	return c[0] > -w && c[0] < 2*w && c[1] > -h && c[1] < 2*h
}

// lettering is the font in a size.
func (p *pen) lettering(size float64) (font.Face, error) {
	return opentype.NewFace(p.bold, &opentype.FaceOptions{Size: min(max(size, 6), 400), DPI: 72})
}

// wide is how long a text is, in pixels.
func (p *pen) wide(s string, size float64) float64 {
	face, err := p.lettering(size)
	if err != nil {
		return 0
	}
	defer face.Close()
	return float64(font.MeasureString(face, s)) / 64
}

// text writes in the ink on a black halo, from x on the baseline y.
func (p *pen) text(s string, x, y, size float64, ink color.RGBA) {
	face, err := p.lettering(size)
	if err != nil {
		return // a label less; the font is part of the program and any such size will do
	}
	defer face.Close()
	halo := max(1, size/14)
	for _, d := range [...][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7}} {
		p.write(face, s, x+d[0]*halo, y+d[1]*halo, black)
	}
	p.write(face, s, x, y, ink)
}

func (p *pen) write(face font.Face, s string, x, y float64, ink color.RGBA) {
	d := font.Drawer{Dst: p.on, Src: image.NewUniform(ink), Face: face, Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
	d.DrawString(s)
}
