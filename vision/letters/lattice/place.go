package lattice

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/letters/face"
)

// Frame is the frame of a place.
func (l *Lattice) Frame(row, col float64) face.Frame {
	const d = face.PatchReach
	return face.FrameOf(engine.Quad{l.Point(row-d, col-d), l.Point(row-d, col+d), l.Point(row+d, col+d), l.Point(row+d, col-d)})
}

// Nearest is the place at which a point lies; false if it lies between places, or beyond the horizon.
func (l *Lattice) Nearest(p engine.Point) (engine.Place, bool) { return l.Within(p, leapReach) }

// Within is the place within reach of a point, in steps.
func (l *Lattice) Within(p engine.Point, reach float64) (engine.Place, bool) {
	x, y, ok := l.Map.Back(p)
	if !ok {
		return engine.Place{}, false
	}
	q := engine.Place{Row: int(math.Round(y)), Col: int(math.Round(x))}
	return q, math.Hypot(x-float64(q.Col), y-float64(q.Row)) < reach
}

// Turned is the lattice with its places turned by a quarter.
func (l *Lattice) Turned() *Lattice {
	t := *l
	t.Map = l.Map.Turned()
	return &t
}

// Words in other corners of a board are linked by tiles that were missed or lie outside of the picture. The search looks for candidates
// this far from the board's tiles.
const (
	MostLeap  = 6   // steps
	leapReach = 0.3 // steps from the middle of a place to its candidate
	MostLeaps = 4   // rounds: each one extends the map for the next
	LeapLeast = 4   // least tiles of a board that is extended
)
