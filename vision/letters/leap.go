package letters

import (
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/lattice"
)

// leap looks at places further out where marks like the tiles' letters lie; false if there are none.
func (s *seer) leap(b *board.Board) (bool, error) {
	linked := b.Linked()
	if len(linked) < lattice.LeapLeast {
		return false, nil
	}
	low, high := linked.Bounds()
	k := kindOn(b)
	var fresh []*board.Cell
	for i := range b.Marks {
		m := &b.Marks[i]
		q, ok := b.PlaceOf(m.At)
		if !ok || b.Cells[q] != nil || q.Row < low.Row-lattice.MostLeap || q.Row > high.Row+lattice.MostLeap || q.Col < low.Col-lattice.MostLeap || q.Col > high.Col+lattice.MostLeap {
			continue
		}
		c := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col)), Marked: true}
		if k.fits(m) && s.within(&c.Frame) && len(b.Cells) < mostCells {
			b.Cells[q] = c
			b.Lattice.Cells[q] = i
			fresh = append(fresh, c)
		}
	}
	return len(fresh) > 0, s.lookAll(fresh)
}
