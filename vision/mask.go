package vision

import (
	"gocv.io/x/gocv"

	"tilewatch/vision/pieces"
)

// mask is a picture of which every pixel is lit or 0, in rows of w.
type mask struct {
	w  int
	on []uint8
}

const lit = 255

// maskOf is a Mat's, for as long as that lives.
func maskOf(m gocv.Mat) (mask, error) {
	on, err := m.DataPtrUint8()
	return mask{m.Cols(), on}, err
}

// part is a connected part of a mask: its box and its area, pixels.
type part struct{ x, y, w, h, area int }

// parts are the mask's connected parts.
func (m mask) parts() []part {
	found := pieces.Of(m.on, m.w, lit)
	all := make([]part, len(found))
	for i, p := range found {
		all[i] = part{p.X0, p.Y0, p.X1 - p.X0, p.Y1 - p.Y0, p.Area}
	}
	return all
}
