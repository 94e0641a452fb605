package evidence

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// Displacement returns how far the board's stacks have moved in the picture, in sides of a tile, and how far they have turned, in
// degrees: the medians over the stacks. ok is false if no stack is seen again.
func (s Sighting) Displacement(board engine.Board, at map[engine.Place]engine.Quad) (far, turned float64, ok bool) {
	var sides, degrees []float64
	for p, l := range s.Looks {
		last, known := at[p]
		if _, there := board[p]; !there || !known || l.Tile <= 0 {
			continue
		}
		was, side := center(last)
		is, _ := center(l.Quad)
		sides = append(sides, math.Hypot(is.X-was.X, is.Y-was.Y)/max(side, 1))
		degrees = append(degrees, math.Abs(math.Remainder(heading(l.Quad)-heading(last), 360)))
	}
	if len(sides) == 0 {
		return 0, 0, false
	}
	slices.Sort(sides)
	slices.Sort(degrees)
	return sides[len(sides)/2], degrees[len(degrees)/2], true
}
