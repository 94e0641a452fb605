package letters

import (
	"math"

	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/parallel"
)

// rereadWhole reads the letters again without separating the print into components, and also print that has the set's contrast but no clear letter.
// Motion blur smears strokes so that no threshold keeps a letter in one piece. False if nothing reads better.
func (s *search) rereadWhole(b *board.Board) (bool, error) {
	list := b.List()
	u := b.Typical(list)
	if u.Contrast == 0 {
		return false, nil
	}
	var prints []*board.Cell
	for _, c := range list {
		inked := c.Contrast > board.InkLeast*u.Contrast && c.ColorOdds > 0 && c.Clutter <= board.InkCrowd+1 && b.NextToTile(c)
		if c.Tile && c.Lettered && !c.Blank || inked {
			prints = append(prints, c)
		}
	}
	errs, better := make([]error, len(prints)), make([]bool, len(prints))
	parallel.Do(len(prints), func(i int) { better[i], errs[i] = s.readWhole(prints[i], b, u) })
	any := false
	for i, err := range errs {
		if err != nil {
			return false, err
		}
		any = any || better[i]
	}
	return any, nil
}

// readWhole reads a window where this set's letters stand; true if a letter reads better than before.
func (s *search) readWhole(c *board.Cell, b *board.Board, u board.Typical) (bool, error) {
	var p face.Patch
	c.Frame.Sample(s.r, &p, s.supersampling)
	dark := s.darkInk != c.OtherPolarity
	ground, ink := p.Levels(dark)
	var t face.Print
	p.Print(dark, ground, ink, &t)
	half := board.WholeSide / 2 * b.LetterHeight
	t.Letter = face.NoBox
	for i := range t.Ink {
		x, y := i%face.PatchSide, i/face.PatchSide
		at := face.PixelBox(x, y)
		if math.Abs(at.MidX()-u.X) > half || math.Abs(at.MidY()-u.Y) > half {
			t.Ink[i] = 0
			continue
		}
		if t.Ink[i] > board.WholeInk {
			t.Letter = t.Letter.Joined(at)
		}
		t.Ink[i] *= board.WholeGain
	}
	if t.Letter.X1 == 0 {
		return false, nil
	}
	letters, err := s.reader.Read(t.FaceFrom(&t.Ink, s.letterHeight))
	if err != nil {
		return false, err
	}
	return c.SecondReading(&t, &letters, b.Turn), nil
}
