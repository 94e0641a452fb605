package letters

import (
	"tilewatch/engine"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/face"
	"tilewatch/vision/parallel"
)

// readAll reads several cells at a time.
func (s *search) readAll(cells []*board.Cell) error {
	errs := make([]error, len(cells))
	parallel.Do(len(cells), func(i int) { errs[i] = s.read(cells[i]) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// within reports whether the picture shows a face, but for its rim at most.
func (s *search) within(f *face.Frame) bool {
	for _, p := range f.Quad(shownHalf) {
		if !s.r.Inside(p) {
			return false
		}
	}
	return true
}

// shownHalf is half the side of what a picture must show of a face, in sides: its letter, and plastic around it.
const shownHalf = 0.4

// mostCells limits the cells of a board.
const mostCells = 700

// readAround reads new places up to two steps from candidates and tiles; false if there are none.
func (s *search) readAround(b *board.Board) (bool, error) {
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
				_, c.Seeded = b.Lattice.Cells[q]
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
	return len(fresh) > 0, s.readAll(fresh)
}
