package follow

import (
	"math"
	"slices"

	"tilewatch/engine"
)

const (
	// A structure has moved when its tiles lie farther off than this, in sides of a tile, or it is turned by more
	// than so many degrees: more than a nudge while playing.
	movedSides, movedDegrees = 0.5, 12
	// movedAfter is how many pictures in a row must agree on it.
	movedAfter = 2
)

// motion remembers a move that is not told yet.
type motion struct{ seen int }

// moved tells when the structure lies elsewhere in the picture than before, and notes where it lies.
func (f *Follower) moved(s sighting) []Line {
	far, turned, ok := displacement(s, f.board(), f.at)
	if ok && (far > movedSides || turned > movedDegrees) {
		if f.moves.seen++; f.moves.seen < movedAfter {
			return nil
		}
		f.moves.seen = 0
		f.open = inView{}
		f.track(s)
		return []Line{f.withBoard(f.line(Moved))}
	}
	f.moves.seen = 0
	f.track(s)
	return nil
}

// bare are the places known to be open, none while the structure does not lie where it lay.
func (f *Follower) bare() inView {
	if f.moves.seen > 0 {
		return nil
	}
	return f.open
}

// track notes where the stacks are seen.
func (f *Follower) track(s sighting) {
	board := f.board()
	for p, l := range s.looks {
		if _, there := board[p]; there && l.tile > 0 {
			f.at[p] = l.quad
		}
	}
}

// displacement is how far the board's stacks have moved, in sides of a tile, and turned, in degrees: the medians.
func displacement(s sighting, board engine.Board, at map[engine.Place]engine.Quad) (far, turned float64, ok bool) {
	var sides, degrees []float64
	for p, l := range s.looks {
		last, known := at[p]
		if _, there := board[p]; !there || !known || l.tile <= 0 {
			continue
		}
		was, side := center(last)
		is, _ := center(l.quad)
		sides = append(sides, math.Hypot(is.X-was.X, is.Y-was.Y)/max(side, 1))
		degrees = append(degrees, math.Abs(math.Remainder(heading(l.quad)-heading(last), 360)))
	}
	if len(sides) == 0 {
		return 0, 0, false
	}
	slices.Sort(sides)
	slices.Sort(degrees)
	return sides[len(sides)/2], degrees[len(degrees)/2], true
}

// heading is the direction of a letter's right in the picture, degrees clockwise.
func heading(q engine.Quad) float64 {
	return math.Atan2(q[1].Y-q[0].Y+q[2].Y-q[3].Y, q[1].X-q[0].X+q[2].X-q[3].X) * 180 / math.Pi
}
