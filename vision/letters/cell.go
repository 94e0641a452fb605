package letters

import (
	"math"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision"
	"tilewatch/vision/blob"
)

// cell is what is seen at one place of a lattice.
type cell struct {
	place    engine.Place
	frame    frame
	lettered bool        // something is printed there that may be a letter
	letters  ocr.Letters // of the print; nothing where not lettered
	best     [4]int      // letter in each quarter turn
	ground   [3]float64  // the color of the face without its print, blue, green, red
	contrast float64     // of the print, gray levels
	midX     float64     // the letter's middle, in steps from the place's
	midY     float64
	wide     float64 // of the letter, in steps of the lattice
	high     float64
	valueX   float64 // where something small is printed, in steps from the letter's middle; 0, 0: nowhere
	valueY   float64
	crowd    int  // how many small things are printed
	marked   bool // a mark of the lattice lies there
	other    bool // its ink is lighter than its face where that of most of the board is darker, or the other way round
	edges    profile
	sides    [4]side // in the picture's own directions

	color   float64 // log-odds of a tile by color alone
	side    float64 // and by its sides
	label   bool    // a letter that names a column or row
	bare    bool    // a blank if it is a tile
	unclear bool    // a tile by its ink, whichever letter it is
	odds    float64 // log-odds of a tile
	tile    bool
}

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
func (s *seer) look(c *cell) error {
	v := view{frame: c.frame, top: math.Inf(-1)}
	if err := s.view(c, &v); err != nil {
		return err
	}
	if s.samples == 1 || v.top > clearLetter || v.astray == nil {
		return nil
	}
	x, y := v.astray.midX(), v.astray.midY()
	aside := view{frame: c.frame.moved(x, y), x: x, y: y, top: v.top}
	return s.view(c, &aside)
}

// view is one look at a place.
type view struct {
	frame  frame
	x, y   float64 // of its middle, in steps from the place's
	top    float64 // how well the best letter reads, here and before
	astray *box    // of ink that may be a letter although it lies off the middle
}

// view looks at a frame, and notes in the cell what reads better than anything before.
func (s *seer) view(c *cell, v *view) error {
	var p patch
	v.frame.cut(s.r, &p, s.samples)
	var t printed
	dark := s.dark != c.other
	ground, ink := p.levels(dark)
	first := v.x == 0 && v.y == 0
	for i, threshold := range thresholds {
		found := p.printOf(dark, ground, ink, threshold, &t)
		if v.astray == nil {
			v.astray = t.astray
		}
		if !found {
			if i == 0 && first {
				c.ground, c.contrast = t.ground, t.contrast
				c.crowd = len(t.small)
			}
			continue
		}
		letters, err := s.reader.Read(t.face(s.high))
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
			c.take(&t, &letters)
			c.midX, c.midY = c.midX+v.x, c.midY+v.y
		}
		if v.top > clearLetter {
			break
		}
	}
	if first {
		c.edges, c.sides = p.profile(), p.sides(blob.Luma(c.ground))
	}
	return nil
}

// clearLetter is the log-likelihood, its size considered, of a letter that no other threshold will show better.
const clearLetter = 0.9

// misfit is how unlike a letter of this set the print is by its size alone.
func (s *seer) misfit(t *printed) float64 {
	long := max(t.letter.wide(), t.letter.high())
	return math.Abs(math.Log(long/s.high)) * 10
}

// take notes what is printed.
func (c *cell) take(t *printed, letters *ocr.Letters) {
	c.lettered, c.letters = true, *letters
	for k := range letters {
		c.best[k] = bestLetter(&letters[k])
	}
	c.ground, c.contrast, c.crowd = t.ground, t.contrast, len(t.small)
	c.midX, c.midY = t.letter.midX(), t.letter.midY()
	c.wide, c.high = t.letter.wide(), t.letter.high()
	c.valueX, c.valueY = 0, 0
	area := 0
	for _, q := range t.small {
		if q.area > area && max(q.wide(), q.high()) < 0.32 {
			area = q.area
			c.valueX, c.valueY = q.midX()-t.letter.midX(), q.midY()-t.letter.midY()
		}
	}
}

// bestLetter is the likeliest of A to Z.
func bestLetter(l *engine.LetterLikelihoods) int {
	best := 0
	for c := range engine.BlankIndex {
		if l[c] > l[best] {
			best = c
		}
	}
	return best
}
