package gridfit

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// Seed is a hypothesis of a lattice: up to three points, and the steps to the next ones right and down.
type Seed struct {
	At, Next, Third int          // points: the origin's, the next in its row, and one of the row below or above; of a single row nobody knows the third, -1
	Beside          engine.Place // where the third lies
	U, V            engine.Point
	Votes           float64
}

// Lattice is the lattice of the seed's point alone.
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
	smallerCell = 0.9  // of the best seed's cell, that wins with as many votes
)

// cell limits the parallelogram of a seed's steps.
type cell struct {
	least, most float64 // of the length of the step down, in that along the row
	sine        float64 // of the angle between them, at least
}

// Cells seen aslant. Rows of a triangular lattice lie nearer to each other than its points.
var squareCell, triangularCell = cell{1 / 2.2, 2.2, 0.5}, cell{0.5, 1.6, 0.75}

// holds reports whether a cell may be one.
func (c cell) holds(u, v engine.Point) bool {
	one, two := geom.Length(u), geom.Length(v)
	return two > c.least*one && two < c.most*one && geom.Cross(u, v) > c.sine*one*two
}

// Seeder finds seeds.
type Seeder struct {
	Points     *pointgrid.Grid
	Triangular bool
	Gap        int                                                     // steps from a point to those that vote
	Beside     func(i int) (reach float64, may func(j int) bool)       // how far away a point's neighbors are at most, and which they may be
	Along      func(i, j int) bool                                     // whether j may be the next in the row of i, its neighbor; nil: any may
	Worth      func(i int, u, v engine.Point) (of func(j int) float64) // of a point's vote for a seed
}

// Each hands out the seeds at a point.
func (s *Seeder) Each(i int, do func(s *Seed)) {
	at := s.Points.At(i)
	reach, may := s.Beside(i)
	var near []int
	s.Points.Near(at, reach, func(j int) {
		if j != i && may(j) {
			near = append(near, j)
		}
	})
	step := func(j int) engine.Point { return geom.Sub(s.Points.At(j), at) }
	slices.SortFunc(near, func(a, b int) int { return cmp.Compare(geom.Length(step(a)), geom.Length(step(b))) })
	near = near[:min(mostNear, len(near))]
	shape, thirds := squareCell, []engine.Place{{Row: 1}}
	if s.Triangular {
		shape, thirds = triangularCell, []engine.Place{{Row: 1, Col: -1}, {Row: 1, Col: 1}, {Row: -1, Col: -1}, {Row: -1, Col: 1}}
	}
	seed := func(o Seed) {
		if shape.holds(o.U, o.V) {
			l := Lattice{Triangular: s.Triangular, Map: homography.Affine(at, o.U, o.V)}
			o.Votes = l.Votes(s.Points, s.Gap, s.Worth(i, o.U, o.V))
			do(&o)
		}
	}
	for _, j := range near {
		if s.Along != nil && !s.Along(i, j) {
			continue
		}
		u := step(j)
		for _, k := range near {
			for _, to := range thirds {
				seed(Seed{At: i, Next: j, Third: k, Beside: to, U: u, V: geom.Scale(geom.Sub(step(k), geom.Scale(u, float64(to.Col)/2)), float64(to.Row))})
			}
		}
		if !s.Triangular { // of a single row nobody knows the other step: from above it is as long
			seed(Seed{At: i, Next: j, Third: -1, U: u, V: engine.Point{X: -u.Y, Y: u.X}})
		}
	}
}

// Best is the seed at a point with the most votes, of those with as many the one with the smallest cell.
func (s *Seeder) Best(i int) Seed {
	best := Seed{At: i}
	s.Each(i, func(o *Seed) {
		if o.Votes > best.Votes || o.Votes == best.Votes && o.Third >= 0 && geom.Cross(o.U, o.V) < smallerCell*geom.Cross(best.U, best.V) {
			best = *o
		}
	})
	return best
}
