package letters

import (
	"math"

	"tilewatch/vision"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
)

// lookWhole reads all letters once more, and the prints that have the set's ink but are no letters taken apart; false if none of these
// reads better so.
func (s *seer) lookWhole(b *board.Board) (bool, error) {
	list := b.List()
	u := b.Usual(list)
	if u.Contrast == 0 {
		return false, nil
	}
	var prints []*board.Cell
	for _, c := range list {
		inked := !c.Label && c.Contrast > board.InkLeast*u.Contrast && c.Color > 0 && c.Crowd <= board.InkCrowd+1 && b.BesideTile(c)
		if c.Tile && c.Lettered && !c.Bare || inked {
			prints = append(prints, c)
		}
	}
	errs, better := make([]error, len(prints)), make([]bool, len(prints))
	vision.OnAllCores(len(prints), func(i int) { better[i], errs[i] = s.readWhole(prints[i], b, u) })
	any := false
	for i, err := range errs {
		if err != nil {
			return false, err
		}
		any = any || better[i]
	}
	return any, nil
}

// readWhole reads a window around where the set's letters stand; true if a letter reads better so than before.
func (s *seer) readWhole(c *board.Cell, b *board.Board, u board.Usual) (bool, error) {
	var p face.Patch
	c.Frame.Cut(s.r, &p, s.samples)
	dark := s.dark != c.Other
	ground, ink := p.Levels(dark)
	var t face.Printed
	p.InkOf(dark, ground, ink, &t)
	half := board.WholeSide / 2 * b.High
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
	letters, err := s.reader.Read(t.FaceOf(&t.Ink, s.high))
	if err != nil {
		return false, err
	}
	return c.Opinion(&t, &letters, b.Turn), nil
}
