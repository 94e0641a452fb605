package photo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Draw draws marks on a photo, and lines of text in its upper left corner. It returns a JPEG file.
func Draw(data []byte, marks []game.Mark, lines []string) ([]byte, error) {
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("cannot draw on the photo: %w", err)
	}
	p, err := newPen(upright(decoded, calibration.Orientation(data)))
	if err != nil {
		return nil, err
	}
	for _, m := range marks {
		label := m.Label
		if m.Doubtful {
			label += "?"
		}
		p.corner(corners(m.Quad), inks[m.Color], label)
	}
	for i, line := range lines {
		p.text(line, p.size, p.size*(1.5+1.3*float64(i)), p.size, inks[engine.NoColor])
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, p.on, &jpeg.Options{Quality: 88})
	return out.Bytes(), err
}

// corner outlines a piece and writes the label small over its lowest edge, so that what is printed on it stays in view.
func (p *pen) corner(c Corners, ink color.RGBA, label string) {
	p.outline(c, ink)
	x, low := 0.0, c[0][1]
	for _, q := range c {
		x, low = x+q[0]/4, max(low, q[1])
	}
	high := max(0.34*math.Hypot(c[3][0]-c[0][0], c[3][1]-c[0][1]), 9)
	p.text(label, x-0.3*high*float64(len(label)), low+0.2*high, high, ink)
}
