package letters

import (
	"tilewatch/engine"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/lattice"
)

// readLattice reads the cells of a lattice and, if they look like letters, the cells around, until there are no new ones.
func (s *search) readLattice(l *lattice.Lattice) (*board.Board, error) {
	b := &board.Board{Lattice: l, PictureSide: float64(max(s.r.W, s.r.H)), Cells: map[engine.Place]*board.Cell{}, Outside: lattice.Group{}, DarkInk: l.DarkInk(), LetterHeight: l.LetterHeight()}
	of := *s
	of.darkInk, of.letterHeight, of.supersampling = b.DarkInk, b.LetterHeight, 1
	if err := of.readAll(b.Seed()); err != nil {
		return b, err
	}
	b.Classify()
	if err := of.readOtherPolarity(b); err != nil {
		return b, err
	}
	if b.Score < leastSeedScore {
		return b, nil // too few candidates read as letters
	}
	for range mostRounds {
		grown, err := of.readAround(b)
		if err != nil || !grown {
			return b, err
		}
		b.Classify()
		if err := of.readOtherPolarity(b); err != nil {
			return b, err
		}
	}
	return b, nil
}

// leastSeedScore is the score of the lattice's own cells without which nothing around it is read.
const leastSeedScore = 2

// mostRounds limits how often the search extends a board.
const mostRounds = 8

// readAgain is the second pass over the best board: it refines the lattice on its tiles and reads all cells again, with more samples.
func (s *search) readAgain(b *board.Board, others []*lattice.Lattice) error {
	b.Refine()
	of := *s
	of.darkInk, of.letterHeight, of.supersampling = b.DarkInk, b.LetterHeight, 3
	if err := of.reread(b); err != nil {
		return err
	}
	if err := of.straighten(b); err != nil {
		return err
	}
	if err := of.readOtherPolarity(b); err != nil {
		return err
	}
	if err := of.readFurther(b, others); err != nil {
		return err
	}
	better, err := of.rereadWhole(b)
	if better {
		b.Classify()
	}
	return err
}

// reread reads all cells of a board where its lattice has them now, and new ones around.
func (s *search) reread(b *board.Board) error {
	var all []*board.Cell
	for _, c := range b.List() {
		n := &board.Cell{Place: c.Place, Frame: b.Frame(float64(c.Place.Row), float64(c.Place.Col)), Seeded: c.Seeded || c.Tile, OtherPolarity: c.OtherPolarity}
		if s.within(&n.Frame) {
			all = append(all, n)
		}
	}
	b.Cells = map[engine.Place]*board.Cell{}
	for _, c := range all {
		b.Cells[c.Place] = c
	}
	if err := s.readAll(all); err != nil {
		return err
	}
	b.Classify()
	_, err := s.readAround(b)
	b.Classify()
	return err
}

// readFurther adds parts of the board that no visible tile links to it.
func (s *search) readFurther(b *board.Board, others []*lattice.Lattice) error {
	joined, err := s.mergeParts(b, others)
	if err != nil {
		return err
	}
	for range lattice.MostLeaps {
		more, err := s.extendFar(b)
		if err != nil || !more && !joined {
			return err
		}
		joined = false
		b.Classify()
		if _, err := s.readAround(b); err != nil {
			return err
		}
		b.Classify()
	}
	return nil
}
