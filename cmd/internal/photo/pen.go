package photo

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Pen draws with lines and letters that suit the picture's size.
type Pen struct {
	on   *image.RGBA
	Size float64 // of text, in pixels
	bold *opentype.Font
}

// NewPen draws on a picture file that can be read, upright. The caller takes JPEG in the end.
func NewPen(data []byte) (*Pen, error) {
	decoded, err := picture.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("cannot draw on the photo: %w", err)
	}
	pixels, err := decoded.Pixels.ToImage()
	if err = errors.Join(err, decoded.Close()); err != nil {
		return nil, fmt.Errorf("cannot draw on the photo: %w", err)
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	on := image.NewRGBA(pixels.Bounds())
	draw.Draw(on, on.Rect, pixels, image.Point{}, draw.Src)
	return &Pen{on, float64(max(on.Rect.Dx(), on.Rect.Dy())) / textShare, bold}, nil
}

// JPEG is the file with what was drawn.
func (p *Pen) JPEG() ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, p.on, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}

// Bounds are the picture's, in pixels.
func (p *Pen) Bounds() image.Rectangle { return p.on.Rect }

// textShare is how many lines of text would fill a picture's longer side: on a phone, where that is as long as a hand is wide, they can be read.
const textShare = 42

// Line draws from a to b, so many pixels wide.
func (p *Pen) Line(a, b [2]float64, width float64, ink color.RGBA) {
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

// near reports whether a point lies in the photo or not far outside: anything else is no place of a tile in it.
func (p *Pen) near(c [2]float64) bool {
	w, h := float64(p.on.Rect.Dx()), float64(p.on.Rect.Dy())
	return c[0] > -w && c[0] < 2*w && c[1] > -h && c[1] < 2*h
}

// lettering is the font in a size.
func (p *Pen) lettering(size float64) (font.Face, error) {
	return opentype.NewFace(p.bold, &opentype.FaceOptions{Size: min(max(size, 6), 400), DPI: 72})
}

// Wide is how long a text is, in pixels.
func (p *Pen) Wide(s string, size float64) float64 {
	face, err := p.lettering(size)
	if err != nil {
		return 0
	}
	defer face.Close()
	return float64(font.MeasureString(face, s)) / 64
}

// Text writes in the ink on a Black halo, from x on the baseline y.
func (p *Pen) Text(s string, x, y, size float64, ink color.RGBA) {
	face, err := p.lettering(size)
	if err != nil {
		return // a label less; the font is part of the program and any such size will do
	}
	defer face.Close()
	halo := max(1, size/14)
	for _, d := range [...][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-0.7, -0.7}, {0.7, -0.7}, {-0.7, 0.7}, {0.7, 0.7}} {
		p.write(face, s, x+d[0]*halo, y+d[1]*halo, Black)
	}
	p.write(face, s, x, y, ink)
}

func (p *Pen) write(face font.Face, s string, x, y float64, ink color.RGBA) {
	d := font.Drawer{Dst: p.on, Src: image.NewUniform(ink), Face: face, Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
	d.DrawString(s)
}

// outline draws the tile's edge.
func (p *Pen) Outline(c Corners, ink color.RGBA) {
	width := min(p.Size/14, max(c.Side()/24, 1))
	for i := range c {
		p.Line(c[i], c[(i+1)%4], 2.2*width, Black)
	}
	for i := range c {
		p.Line(c[i], c[(i+1)%4], width, ink)
	}
	// The top edge is thicker: it says which way the letter was read.
	p.Line(c[0], c[1], 2*width, ink)
}

// Inks are the colors of lines and letters.
var Inks = map[engine.Color]color.RGBA{
	engine.Red: {255, 80, 70, 255}, engine.Purple: {190, 120, 255, 255}, engine.Yellow: {255, 220, 40, 255},
	engine.Green: {70, 230, 100, 255}, engine.Gray: {200, 200, 200, 255}, engine.NoColor: {255, 255, 255, 255},
}

// Black and White are the colors of halos and of letters.
var (
	Black = color.RGBA{A: 255}
	White = color.RGBA{255, 255, 255, 255}
)
