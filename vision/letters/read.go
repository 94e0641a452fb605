package letters

import (
	"math"

	"tilewatch/ocr"
	"tilewatch/vision/blob"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/picture"
)

// inkThresholds separate ink from plastic, as shares of the contrast, in the order in which they are tried: a letter touches its value at one,
// and breaks apart at another.
var inkThresholds = [...]float32{0.5, 0.66, 0.36, 0.8}

// search reads cells of one picture.
type search struct {
	r            *picture.Raster
	reader       ocr.Reader
	darkInk      bool    // polarity of the board's print
	letterHeight float64 // height of capital letters, in steps

	supersampling int // most samples along each side of a pixel
}

// read reads one cell. In the second pass, where no letter is clear, it reads again around ink off the middle: tiles slide.
func (s *search) read(c *board.Cell) error {
	v := view{frame: c.Frame, top: math.Inf(-1)}
	if err := s.readView(c, &v); err != nil {
		return err
	}
	if s.supersampling == 1 || v.top > clearLetter || v.offCenter == nil {
		return nil
	}
	x, y := v.offCenter.MidX(), v.offCenter.MidY()
	aside := view{frame: c.Frame.Shifted(x, y), x: x, y: y, top: v.top}
	return s.readView(c, &aside)
}

// view is one attempt to read a cell.
type view struct {
	frame     face.Frame
	x, y      float64   // of its middle from the place, in steps
	top       float64   // score of the best letter in all views so far
	offCenter *face.Box // ink off the middle that may be a letter
}

// readView reads a view, and keeps what reads better than all views before.
func (s *search) readView(c *board.Cell, v *view) error {
	var p face.Patch
	v.frame.Sample(s.r, &p, s.supersampling)
	var t face.Print
	dark := s.darkInk != c.OtherPolarity
	ground, ink := p.Levels(dark)
	p.Print(dark, ground, ink, &t)
	first := v.x == 0 && v.y == 0
	for i, threshold := range inkThresholds {
		found := t.FindLetter(threshold)
		if v.offCenter == nil {
			v.offCenter = t.OffCenter
		}
		if !found {
			if i == 0 && first {
				c.Ground, c.Contrast = t.Ground, t.Contrast
				c.Clutter = len(t.Others)
			}
			continue
		}
		letters, err := s.reader.Read(t.LetterFace(s.letterHeight))
		if err != nil {
			return err
		}
		best := math.Inf(-1)
		for k := range letters {
			class, _ := letters.Best(k)
			best = max(best, letters[k][class]-0.5*s.sizePenalty(&t))
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

// clearLetter is the score of a letter that no other threshold can improve.
const clearLetter = 0.9

// sizePenalty is the score that a letter loses because its size differs from that of this set's letters.
func (s *search) sizePenalty(t *face.Print) float64 {
	long := max(t.Letter.Wide(), t.Letter.High())
	return math.Abs(math.Log(long/s.letterHeight)) * 10
}
