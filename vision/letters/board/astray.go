package board

import "tilewatch/vision/letters/candidate"

// A loose tile among the places of the board lies there by chance; what is printed on a square stands upright in its middle.
const (
	astrayReach = 0.15 // steps
	astrayTurn  = 2    // of the directions in which a mark is read
	AstrayOdds  = 2.5
	SizeSame    = 1.6
)

// astray says whether a mark stands beside the middle of a place, or turned.
func (b *Board) Astray(m *candidate.Mark) bool {
	q, ok := b.PlaceWithin(m.At, astrayReach)
	if !ok {
		return true
	}
	turn := (m.Direction() - b.Angle(q) + candidate.Angles) % candidate.Angles
	return min(turn, candidate.Angles-turn) >= astrayTurn
}
