package letters

import (
	"tilewatch/engine"
	"tilewatch/vision"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
)

// lookAll looks at several places at a time.
func (s *seer) lookAll(cells []*board.Cell) error {
	errs := make([]error, len(cells))
	vision.OnAllCores(len(cells), func(i int) { errs[i] = s.look(cells[i]) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// within says whether the whole face lies in the picture.
func (s *seer) within(f *face.Frame) bool {
	q := f.Quad(0.5)
	for _, p := range q {
		if !s.r.Inside(p) {
			return false
		}
	}
	return true
}

// mostCells bounds what is looked at.
const mostCells = 700

// lookAround looks at places up to two from marks and tiles that were not looked at; false if there are none.
func (s *seer) lookAround(b *board.Board) (bool, error) {
	from := b.Places()
	for _, c := range b.List() {
		if c.Tile {
			from = append(from, c.Place)
		}
	}
	var fresh []*board.Cell
	for _, p := range from {
		for row := -2; row <= 2; row++ {
			for col := -2; col <= 2; col++ {
				q := p.Add(engine.Place{Row: row, Col: col})
				if b.Cells[q] != nil {
					continue
				}
				c := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col))}
				_, c.Marked = b.Lattice.Cells[q]
				switch {
				case !s.within(&c.Frame):
					b.Outside[q] = true
				case len(b.Cells) < mostCells:
					b.Cells[q] = c
					fresh = append(fresh, c)
				}
			}
		}
	}
	return len(fresh) > 0, s.lookAll(fresh)
}
