package lattice

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/candidate"
)

// scale is how far a circle that touches the four sides of a place reaches in the picture, from side to side and from top to bottom,
// in pixels. Seen from low above the table it is wide and flat, and so are the letters: their sizes compare only in its measure.
type scale struct{ wide, high float64 }

// scaleOf is that of a place with these steps to the right and down.
func scaleOf(u, v engine.Point) scale { return scale{math.Hypot(u.X, v.X), math.Hypot(u.Y, v.Y)} }

// scale is that of a place of the lattice.
func (l *Lattice) Scale(p engine.Place) scale {
	row, col := float64(p.Row), float64(p.Col)
	return scaleOf(geom.Sub(l.Point(row, col+0.5), l.Point(row, col-0.5)), geom.Sub(l.Point(row+0.5, col), l.Point(row-0.5, col)))
}

// share is how large a mark is, in steps.
func (s scale) Share(m *candidate.Mark) float64 { return max(m.W/s.wide, m.H/s.high) }

// apart says whether two marks lie so far apart that they may be letters on tiles side by side.
func apart(m, k *candidate.Mark) bool {
	return math.Abs(m.At.X-k.At.X) > leastSteps*(m.W+k.W)/2 || math.Abs(m.At.Y-k.At.Y) > leastSteps*(m.H+k.H)/2
}
