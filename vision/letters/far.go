package letters

import (
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/lattice"
)

// extendFar reads places farther out where candidates like the board's letters lie; false if there are none.
func (s *search) extendFar(b *board.Board) (bool, error) {
	linked := b.Structure()
	if len(linked) < lattice.LeapLeast {
		return false, nil
	}
	low, high := linked.Bounds()
	k := styleOf(b)
	var fresh []*board.Cell
	for i := range b.Candidates {
		m := &b.Candidates[i]
		q, ok := b.Nearest(m.At)
		if !ok || b.Cells[q] != nil || q.Row < low.Row-lattice.MostLeap || q.Row > high.Row+lattice.MostLeap || q.Col < low.Col-lattice.MostLeap || q.Col > high.Col+lattice.MostLeap {
			continue
		}
		c := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col)), Seeded: true}
		if k.fits(m) && s.within(&c.Frame) && len(b.Cells) < mostCells {
			b.Cells[q] = c
			b.Lattice.Cells[q] = i
			fresh = append(fresh, c)
		}
	}
	return len(fresh) > 0, s.readAll(fresh)
}
