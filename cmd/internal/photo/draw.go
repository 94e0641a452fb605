package photo

import (
	"image/color"
	"math"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Draw draws marks on a photo, and lines of text in its upper left corner. It returns a JPEG file.
func Draw(data []byte, marks []game.Mark, lines []string) ([]byte, error) {
	p, err := NewPen(data)
	if err != nil {
		return nil, err
	}
	for _, m := range marks {
		label := m.Label
		if m.Doubtful {
			label += "?"
		}
		p.corner(CornersOf(m.Quad), Inks[m.Color], label)
	}
	for i, line := range lines {
		p.Text(line, p.Size, p.Size*(1.5+1.3*float64(i)), p.Size, Inks[engine.NoColor])
	}
	return p.JPEG()
}

// corner outlines a piece and writes the label small over its lowest edge, so that what is printed on it stays in view.
func (p *Pen) corner(c Corners, ink color.RGBA, label string) {
	p.Outline(c, ink)
	x, low := 0.0, c[0][1]
	for _, q := range c {
		x, low = x+q[0]/4, max(low, q[1])
	}
	high := max(0.34*math.Hypot(c[3][0]-c[0][0], c[3][1]-c[0][1]), 9)
	p.Text(label, x-0.3*high*float64(len(label)), low+0.2*high, high, ink)
}
