package board

import (
	"tilewatch/engine"
	"tilewatch/vision/letters/candidate"
)

// A loose tile among the places of the board lies there by chance; print on a square stands upright in its middle.
const (
	misplacedReach = 0.15 // steps from the middle of a place
	astrayTurn     = 2    // of the directions in which a candidate is read
	AstrayOdds     = 2.5
	SizeSame       = 1.6
)

// Misplaced reports whether a candidate stands off the middle of a place, or turned.
func (b *Board) Misplaced(m *candidate.Candidate) bool {
	q, ok := b.Within(m.At, misplacedReach)
	if !ok {
		return true
	}
	return b.Astray(m, q)
}

// Astray reports whether a candidate stands turned on a place.
func (b *Board) Astray(m *candidate.Candidate, q engine.Place) bool {
	turn := (m.BestDirection() - b.Direction(q) + candidate.Directions) % candidate.Directions
	return min(turn, candidate.Directions-turn) >= astrayTurn
}
