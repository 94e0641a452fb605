package letters

import (
	"tilewatch/engine"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/lattice"
)

// lookAt looks at all places of a lattice and a little around it.
func (s *seer) lookAt(l *lattice.Lattice) (*board.Board, error) {
	b := &board.Board{Lattice: l, Long: float64(max(s.r.W, s.r.H)), Cells: map[engine.Place]*board.Cell{}, Outside: lattice.Group{}, Dark: l.Dark(), High: l.High()}
	of := *s
	of.dark, of.high, of.samples = b.Dark, b.High, 1
	if err := of.lookAll(b.Marked()); err != nil {
		return b, err
	}
	b.Judge()
	if err := of.lookOther(b); err != nil {
		return b, err
	}
	if b.Worth < littleWorth {
		return b, nil // of its marks hardly any reads as a letter
	}
	for range mostRounds {
		grown, err := of.lookAround(b)
		if err != nil || !grown {
			return b, err
		}
		b.Judge()
		if err := of.lookOther(b); err != nil {
			return b, err
		}
	}
	return b, nil
}

// littleWorth is that of lattices around which nothing is looked at.
const littleWorth = 2

// mostRounds bounds how often a board is looked at further out.
const mostRounds = 8

// lookAgain settles the lattice on its tiles and looks at all its places once more.
func (s *seer) lookAgain(b *board.Board, others []*lattice.Lattice) error {
	b.Settle()
	of := *s
	of.dark, of.high, of.samples = b.Dark, b.High, 3
	var all []*board.Cell
	for _, c := range b.List() {
		n := &board.Cell{Place: c.Place, Frame: b.Frame(float64(c.Place.Row), float64(c.Place.Col)), Marked: c.Marked || c.Tile, Other: c.Other}
		if s.within(&n.Frame) {
			all = append(all, n)
		}
	}
	b.Cells = map[engine.Place]*board.Cell{}
	for _, c := range all {
		b.Cells[c.Place] = c
	}
	if err := of.lookAll(all); err != nil {
		return err
	}
	b.Judge()
	if _, err := of.lookAround(b); err != nil {
		return err
	}
	b.Judge()
	if err := of.lookOther(b); err != nil {
		return err
	}
	if err := of.lookFurther(b, others); err != nil {
		return err
	}
	better, err := of.lookWhole(b)
	if better {
		b.Judge()
	}
	return err
}

// lookFurther looks where parts of the board may lie that hang together with it by nothing that was seen.
func (s *seer) lookFurther(b *board.Board, others []*lattice.Lattice) error {
	joined, err := s.join(b, others)
	if err != nil {
		return err
	}
	for range lattice.MostLeaps {
		more, err := s.leap(b)
		if err != nil || !more && !joined {
			return err
		}
		joined = false
		b.Judge()
		if _, err := s.lookAround(b); err != nil {
			return err
		}
		b.Judge()
	}
	return nil
}
