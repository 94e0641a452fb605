package letters

import (
	"slices"

	"tilewatch/vision/letters/board"
)

// lookOther looks for letters of the other sort at places where none of the board's own was read.
func (s *seer) lookOther(b *board.Board) error {
	var fresh []*board.Cell
	known := 0
	for q := range b.OtherInk() {
		if c := b.Cells[q]; c != nil && (c.Other || c.Tile && !c.Bare && !c.Unclear) {
			if c.Other {
				known++
			}
			continue
		}
		c := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col)), Marked: true, Other: true}
		if s.within(&c.Frame) {
			fresh = append(fresh, c)
		}
	}
	if len(fresh) == 0 || known+len(fresh) < board.OtherLeast {
		return nil
	}
	if err := s.lookAll(fresh); err != nil {
		return err
	}
	fresh = slices.DeleteFunc(fresh, func(c *board.Cell) bool { return b.LetterOdds(c) < board.OtherOdds })
	if known+len(fresh) < board.OtherLeast {
		return nil
	}
	for _, c := range fresh {
		b.Cells[c.Place] = c
	}
	if len(fresh) > 0 {
		b.Judge()
	}
	return nil
}
