package letters

import (
	"math"

	"tilewatch/ocr"
	"tilewatch/vision"
	"tilewatch/vision/blob"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
)

// thresholds between plastic and ink, tried in turn: letters run together with their values at one, and fall apart at another.
var thresholds = [...]float32{0.5, 0.66, 0.36, 0.8}

// seer cuts out and reads faces of one picture.
type seer struct {
	r      *vision.Raster
	reader ocr.Reader
	dark   bool    // ink is darker than plastic
	high   float64 // of capital letters, in steps

	samples int // a pixel's side in samples, at most
}

// look looks at one place, and at a closer look, where no letter is clear, once more around what lies astray: tiles slide.
func (s *seer) look(c *board.Cell) error {
	v := view{frame: c.Frame, top: math.Inf(-1)}
	if err := s.view(c, &v); err != nil {
		return err
	}
	if s.samples == 1 || v.top > clearLetter || v.astray == nil {
		return nil
	}
	x, y := v.astray.MidX(), v.astray.MidY()
	aside := view{frame: c.Frame.Moved(x, y), x: x, y: y, top: v.top}
	return s.view(c, &aside)
}

// view is one look at a place.
type view struct {
	frame  face.Frame
	x, y   float64   // of its middle, in steps from the place's
	top    float64   // how well the best letter reads, here and before
	astray *face.Box // of ink that may be a letter although it lies off the middle
}

// view looks at a frame, and notes in the cell what reads better than anything before.
func (s *seer) view(c *board.Cell, v *view) error {
	var p face.Patch
	v.frame.Cut(s.r, &p, s.samples)
	var t face.Printed
	dark := s.dark != c.Other
	ground, ink := p.Levels(dark)
	first := v.x == 0 && v.y == 0
	for i, threshold := range thresholds {
		found := p.PrintOf(dark, ground, ink, threshold, &t)
		if v.astray == nil {
			v.astray = t.Astray
		}
		if !found {
			if i == 0 && first {
				c.Ground, c.Contrast = t.Ground, t.Contrast
				c.Crowd = len(t.Small)
			}
			continue
		}
		letters, err := s.reader.Read(t.Face(s.high))
		if err != nil {
			return err
		}
		best := math.Inf(-1)
		for k := range letters {
			class, _ := letters.Best(k)
			best = max(best, letters[k][class]-0.5*s.misfit(&t))
		}
		if best > v.top+0.3 {
			v.top = best
			c.Take(&t, &letters)
			c.MidX, c.MidY = c.MidX+v.x, c.MidY+v.y
		}
		if v.top > clearLetter {
			break
		}
	}
	if first {
		c.Edges, c.Sides = p.Profile(), p.Sides(blob.Luma(c.Ground))
	}
	return nil
}

// clearLetter is the log-likelihood, its size considered, of a letter that no other threshold will show better.
const clearLetter = 0.9

// misfit is how unlike a letter of this set the print is by its size alone.
func (s *seer) misfit(t *face.Printed) float64 {
	long := max(t.Letter.Wide(), t.Letter.High())
	return math.Abs(math.Log(long/s.high)) * 10
}
