package photo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif" // what may be drawn on is what may be read
	"image/jpeg"
	_ "image/png"
	"math"
	"strings"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"tilewatch/calibration"
	"tilewatch/engine"
)

var inks = map[engine.Color]color.RGBA{
	engine.Red: {255, 80, 70, 255}, engine.Purple: {190, 120, 255, 255}, engine.Yellow: {255, 220, 40, 255},
	engine.Green: {70, 230, 100, 255}, engine.Gray: {200, 200, 200, 255}, engine.NoColor: {255, 255, 255, 255},
}

// Overlay draws what was seen on the photo: each cell's face in its color, its letter, a ring for each tile of its stack, and in words what is
// doubted; racks, banks, the score, and what else there is to know. It returns a JPEG file.
func Overlay(data []byte, r Result) ([]byte, error) {
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("cannot draw on the photo: %w", err)
	}
	p, err := newPen(upright(decoded, calibration.Orientation(data)))
	if err != nil {
		return nil, err
	}
	for _, rack := range r.Racks {
		for _, t := range rack.Tiles {
			p.face(t.Corners, inks[rack.Color], t.Letter.String())
		}
	}
	for _, c := range r.Cells {
		p.face(c.Corners, inks[c.Color], c.Letter.String())
		p.rings(c.Corners, c.Height, inks[c.Color])
	}
	var doubts []string
	for _, c := range r.Cells {
		if c.Doubt != "" {
			doubts = append(doubts, c.Doubt)
			p.tag(c.Corners, len(doubts))
		}
	}
	for _, b := range r.Banks {
		p.bank(b)
	}
	for i, s := range r.Scores {
		line := fmt.Sprintf("%s %d", s.Color, s.Total)
		p.text(line, p.size, p.size*(1.5+1.3*float64(i)), p.size, inks[s.Color])
	}
	p.notes(doubts, r.Warnings)
	var out bytes.Buffer
	err = jpeg.Encode(&out, p.on, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}

// upright copies the picture as EXIF says it is to be seen.
func upright(stored image.Image, orientation int) *image.RGBA {
	b := stored.Bounds()
	w, h := b.Dx(), b.Dy()
	plain := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(plain, plain.Bounds(), stored, b.Min, draw.Src)
	if orientation == 1 {
		return plain
	}
	size := image.Rect(0, 0, w, h)
	if orientation >= 5 { // rows and columns change places
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			left, up := w-1-x, h-1-y // seen from the other side
			to := [...][2]int{2: {left, y}, 3: {left, up}, 4: {x, up}, 5: {y, x}, 6: {up, x}, 7: {up, left}, 8: {y, left}}[orientation]
			out.SetRGBA(to[0], to[1], plain.RGBAAt(x, y))
		}
	}
	return out
}

// face outlines a tile and writes its letter to the lower right of its middle, so that what is printed there stays in view.
func (p *pen) face(c Corners, ink color.RGBA, letter string) {
	p.outline(c, ink)
	x, y := c.beside(0.24, 0.26)
	high := 0.6 * c.side()
	p.text(letter, x-p.wide(letter, high)/2, y+0.36*high, high, white)
}

// beside is a point so far right of a face's middle and below it as the picture is seen, in sides.
func (c Corners) beside(right, down float64) (x, y float64) {
	side := c.side()
	return (c[0][0]+c[2][0])/2 + right*side, (c[0][1]+c[2][1])/2 + down*side
}

// side is the length of a face's left edge.
func (c Corners) side() float64 { return math.Hypot(c[3][0]-c[0][0], c[3][1]-c[0][1]) }

// Of the stack of rings that tells a height, in sides of the tile.
const (
	ringWide = 0.15
	ringHigh = 0.055
	ringStep = 0.13
)

// rings draws a flat ring for each tile of a stack, one over the other, to the lower left of its middle.
func (p *pen) rings(c Corners, height int, ink color.RGBA) {
	x, y := c.beside(-0.3, 0.38)
	side := c.side()
	for _, under := range [...]bool{true, false} {
		for level := range height {
			width, color := max(side/28, 1), ink
			if under {
				width, color = 2.6*width, black
			}
			p.ring(x, y-float64(level)*ringStep*side, ringWide*side, ringHigh*side, width, color)
		}
	}
}

// ring draws an ellipse.
func (p *pen) ring(x, y, wide, high, width float64, ink color.RGBA) {
	const parts = 16
	at := func(i int) [2]float64 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / parts)
		return [2]float64{x + wide*c, y + high*s}
	}
	for i := range parts {
		p.line(at(i), at(i+1), width, ink)
	}
}

// tag marks a face with the number of what is doubted of it.
func (p *pen) tag(c Corners, number int) {
	x, y := c.beside(0, -0.45)
	label := fmt.Sprintf("?%d", number)
	high := max(0.42*c.side(), 0.6*p.size)
	p.text(label, x-p.wide(label, high)/2, y+0.36*high, high, white)
}

var (
	black = color.RGBA{A: 255}
	white = color.RGBA{255, 255, 255, 255}
)

// mostDoubts is how many doubts are told in words; of more a photo is better taken again.
const mostDoubts = 8

// notes writes what is doubted, by its number, and the warnings at the lower edge.
func (p *pen) notes(doubts []string, warnings []engine.Warning) {
	var lines []string
	for i, d := range doubts[:min(len(doubts), mostDoubts)] {
		lines = append(lines, p.wrapped(fmt.Sprintf("?%d %s", i+1, d))...)
	}
	if more := len(doubts) - mostDoubts; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	for _, w := range warnings {
		lines = append(lines, p.wrapped(w.Message)...)
	}
	low := float64(p.on.Rect.Dy())
	for i, line := range lines {
		p.text(line, p.size, low-p.size*(0.6+1.2*float64(len(lines)-1-i)), p.size, white)
	}
}

// wrapped is a text in lines that fit the picture.
func (p *pen) wrapped(text string) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || p.wide(longer, p.size) < float64(p.on.Rect.Dx())-2*p.size {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	return append(lines, line)
}

// outline draws the tile's edge.
func (p *pen) outline(c Corners, ink color.RGBA) {
	width := min(p.size/14, max(c.side()/24, 1))
	for i := range c {
		p.line(c[i], c[(i+1)%4], 2.2*width, black)
	}
	for i := range c {
		p.line(c[i], c[(i+1)%4], width, ink)
	}
	// The top edge is thicker: it says which way the letter was read.
	p.line(c[0], c[1], 2*width, ink)
}

func (p *pen) bank(b Bank) {
	ink := inks[engine.Gray]
	if b.Color != nil {
		ink = inks[*b.Color]
	}
	label := fmt.Sprintf("bank %d", b.Tiles)
	p.text(label, b.Center[0]-p.wide(label, p.size)/2, b.Center[1]+p.size/3, p.size, ink)
}
