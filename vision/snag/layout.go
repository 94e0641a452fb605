package snag

import (
	"math"

	"tilewatch/engine"
	rules "tilewatch/engine/snag"
)

// layout is a hypothesis of how the lattice lies on the board: turned clockwise by quarter turns, then moved.
type layout struct {
	turns  int
	offset engine.Place
	fit    float64 // squares with a number on them, minus a penalty for numbers off the board
	score  float64 // fit and the numbers' likelihoods
}

// at is the board's place of a lattice's place.
func (l *layout) at(p engine.Place) engine.Place {
	q := p.Turn(l.turns)
	return engine.Place{Row: q.Row + l.offset.Row, Col: q.Col + l.offset.Col}
}

// layouts are all layouts in which most of the lattice lies on the octagon.
func layouts(l *lattice) []layout {
	var all []layout
	cells := make([]engine.Place, 0, len(l.Cells))
	for k := range 4 {
		cells = cells[:0]
		low, high := engine.Place{Row: math.MaxInt32, Col: math.MaxInt32}, engine.Place{Row: math.MinInt32, Col: math.MinInt32}
		for p := range l.Cells {
			q := p.Turn(k)
			cells = append(cells, q)
			low = engine.Place{Row: min(low.Row, q.Row), Col: min(low.Col, q.Col)}
			high = engine.Place{Row: max(high.Row, q.Row), Col: max(high.Col, q.Col)}
		}
		for r := -high.Row; r <= rules.Side-1-low.Row; r++ {
			for c := -high.Col; c <= rules.Side-1-low.Col; c++ {
				on := 0
				for _, q := range cells {
					if rules.OnBoard(engine.Place{Row: q.Row + r, Col: q.Col + c}) {
						on++
					}
				}
				if fit := float64(on) - offBoard*float64(len(cells)-on); fit > leastSquares/2 {
					all = append(all, layout{turns: k, offset: engine.Place{Row: r, Col: c}, fit: fit})
				}
			}
		}
	}
	return all
}

// Limits of a board.
const (
	leastSquares = 20  // numbers that must be found
	offBoard     = 1.5 // squares that a number off the octagon costs
	convincing   = 2.5 // score for each number from which on no other lattice is read
)
