package gridfit

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// Seed is a hypothesis of a lattice: a point, and the steps from it to the next ones right and down.
type Seed struct {
	At    int
	U, V  engine.Point
	Votes float64
}

// Lattice is the square lattice of the seed's point alone.
func (s *Seed) Lattice(points *pointgrid.Grid) Lattice {
	return Lattice{Cells: map[engine.Place]int{{}: s.At}, Map: homography.Affine(points.At(s.At), s.U, s.V)}
}

// Votes sums what the points are worth that lie up to a gap from the origin where the lattice expects some; those worth nothing have no vote.
func (l *Lattice) Votes(points *pointgrid.Grid, gap int, worth func(i int) float64) (sum float64) {
	pitch := l.Pitch(0, 0)
	for p := range l.around(gap) {
		if far := max(p.Row, -p.Row, p.Col/l.columns(), -p.Col/l.columns()); p != (engine.Place{}) {
			within := voteReach * pitch * (1 + float64(far)/4)
			if i := points.Nearest(l.At(p.Row, p.Col), within, func(i int) bool { return worth(i) > 0 }); i >= 0 {
				sum += worth(i)
			}
		}
	}
	return sum
}

// Limits of a seed. Hand-set, as are those of growth.
const (
	mostNear    = 12   // nearest points tried as neighbors
	voteReach   = 0.16 // pitches from a point to where it is expected, and as much again for each four steps
	stepRatio   = 2.2  // of the lengths of both steps, seen aslant
	leastSine   = 0.5  // of the angle between them
	smallerCell = 0.9  // of the best seed's cell, that wins with as many votes
)

// Seeder finds seeds of square lattices.
type Seeder struct {
	Points *pointgrid.Grid
	Gap    int                                                     // steps from a point to those that vote
	Beside func(i int) (reach float64, may func(j int) bool)       // how far away a point's neighbors are at most, and which they may be
	Worth  func(i int, u, v engine.Point) (of func(j int) float64) // of a point's vote for a seed
}

// Best is the seed at a point with the most votes, of those with as many the one with the smallest cell.
func (s *Seeder) Best(i int) Seed {
	best := Seed{At: i}
	at := s.Points.At(i)
	reach, may := s.Beside(i)
	var steps []engine.Point
	s.Points.Near(at, reach, func(j int) {
		if j != i && may(j) {
			steps = append(steps, geom.Sub(s.Points.At(j), at))
		}
	})
	slices.SortFunc(steps, func(a, b engine.Point) int { return cmp.Compare(geom.Length(a), geom.Length(b)) })
	steps = steps[:min(mostNear, len(steps))]
	for _, u := range steps {
		across := engine.Point{X: -u.Y, Y: u.X} // of a single row nobody knows the other step: from above it is as long
		for n, v := range append(steps[:len(steps):len(steps)], across) {
			area := geom.Cross(u, v)
			if !geom.Similar(geom.Length(u), geom.Length(v), stepRatio) || area < leastSine*geom.Length(u)*geom.Length(v) {
				continue
			}
			l := Lattice{Map: homography.Affine(at, u, v)}
			if votes := l.Votes(s.Points, s.Gap, s.Worth(i, u, v)); votes > best.Votes || votes == best.Votes && n < len(steps) && area < smallerCell*geom.Cross(best.U, best.V) {
				best = Seed{i, u, v, votes}
			}
		}
	}
	return best
}
