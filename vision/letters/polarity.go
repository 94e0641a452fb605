package letters

import (
	"slices"

	"tilewatch/vision/letters/board"
)

// readOtherPolarity reads candidates of the other polarity at places where the board's own was not read. Sets of several colors print dark
// letters on light tiles, and light letters on dark tiles.
func (s *search) readOtherPolarity(b *board.Board) error {
	var fresh []*board.Cell
	known := 0
	for q := range b.OtherPolarity() {
		if c := b.Cells[q]; c != nil && (c.OtherPolarity || c.Tile && !c.Blank && !c.Unread) {
			if c.OtherPolarity {
				known++
			}
			continue
		}
		c := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col)), Seeded: true, OtherPolarity: true}
		if s.within(&c.Frame) {
			fresh = append(fresh, c)
		}
	}
	if len(fresh) == 0 || known+len(fresh) < board.OtherLeast {
		return nil
	}
	if err := s.readAll(fresh); err != nil {
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
		b.Classify()
	}
	return nil
}
