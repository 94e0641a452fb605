package sight

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
)

// Overlay draws what was seen on the photo: each cell's face in its color, its letter, a ring for each tile of its stack, and in words what is
// doubted; racks, banks, the score, and what else there is to know. It returns a JPEG file.
func Overlay(data []byte, r Result) ([]byte, error) {
	drawn, err := photo.NewPen(data)
	if err != nil {
		return nil, err
	}
	p := &pen{drawn}
	for _, rack := range r.Racks {
		for _, t := range rack.Tiles {
			p.face(t.Corners, photo.Inks[rack.Color], t.Letter.String())
		}
	}
	for _, c := range r.Cells {
		p.face(c.Corners, photo.Inks[c.Color], c.Letter.String())
		p.rings(c.Corners, c.Height, photo.Inks[c.Color])
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
		p.Text(line, p.Size, p.Size*(1.5+1.3*float64(i)), p.Size, photo.Inks[s.Color])
	}
	p.notes(doubts, r.Warnings)
	return p.JPEG()
}

// pen draws what belongs to tiles.
type pen struct{ *photo.Pen }

// face outlines a tile and writes its letter to the lower right of its middle, so that what is printed there stays in view.
func (p *pen) face(c photo.Corners, ink color.RGBA, letter string) {
	p.Outline(c, ink)
	x, y := c.Beside(0.24, 0.26)
	high := 0.6 * c.Side()
	p.Text(letter, x-p.Wide(letter, high)/2, y+0.36*high, high, photo.White)
}

// Of the stack of rings that shows a height, in sides of the tile.
const (
	ringWide = 0.15
	ringHigh = 0.055
	ringStep = 0.13
)

// rings draws a flat ring for each tile of a stack, one over the other, to the lower left of its middle.
func (p *pen) rings(c photo.Corners, height int, ink color.RGBA) {
	x, y := c.Beside(-0.3, 0.38)
	side := c.Side()
	for _, under := range [...]bool{true, false} {
		for level := range height {
			width, color := max(side/28, 1), ink
			if under {
				width, color = 2.6*width, photo.Black
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
		p.Line(at(i), at(i+1), width, ink)
	}
}

// tag marks a face with the number of its doubt.
func (p *pen) tag(c photo.Corners, number int) {
	x, y := c.Beside(0, -0.45)
	label := fmt.Sprintf("?%d", number)
	high := max(0.42*c.Side(), 0.6*p.Size)
	p.Text(label, x-p.Wide(label, high)/2, y+0.36*high, high, photo.White)
}

// mostDoubts is how many doubts are put into words; with more, a photo is better taken again.
const mostDoubts = 8

// notes writes the numbered doubts and the warnings at the lower edge.
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
	low := float64(p.Bounds().Dy())
	for i, line := range lines {
		p.Text(line, p.Size, low-p.Size*(0.6+1.2*float64(len(lines)-1-i)), p.Size, photo.White)
	}
}

// wrapped is a text in lines that fit the picture.
func (p *pen) wrapped(text string) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || p.Wide(longer, p.Size) < float64(p.Bounds().Dx())-2*p.Size {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	return append(lines, line)
}

func (p *pen) bank(b still.Bank) {
	ink := photo.Inks[engine.Gray]
	if b.Color != nil {
		ink = photo.Inks[*b.Color]
	}
	label := fmt.Sprintf("bank %d", b.Tiles)
	p.Text(label, b.Center[0]-p.Wide(label, p.Size)/2, b.Center[1]+p.Size/3, p.Size, ink)
}
