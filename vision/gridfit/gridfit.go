// Package gridfit finds lattices among points of a picture: points that repeat on a plane in two directions, and are seen in perspective. It
// hypothesizes and verifies, as Schaffalitzky and Zisserman do ("Geometric Grouping of Repeated Elements within Images", 1999): a seed of a
// few points gives an affine map, the lattice grows to the points that lie where the map expects some, a homography is fitted again, and
// points that do not fit are dropped.
//
// A lattice is square, or triangular: then each row is shifted by half a step against the next, and columns count half steps.
package gridfit

import (
	"iter"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/pointgrid"
)

// Lattice is a lattice in perspective, with the points on it.
type Lattice struct {
	Cells      map[engine.Place]int // index of the point at each place
	Map        homography.Map       // from steps along a row, and rows, to the picture
	Triangular bool
}

// columns is how many columns a step along a row takes.
func (l *Lattice) columns() int {
	if l.Triangular {
		return 2
	}
	return 1
}

// Places are the lattice's places by row, then column: sums over them must not depend on the order of a map.
func (l *Lattice) Places() []engine.Place {
	return slices.SortedFunc(maps.Keys(l.Cells), engine.ComparePlaces)
}

// Bounds are the smallest and largest row and column.
func (l *Lattice) Bounds() (low, high engine.Place) { return engine.Bounds(maps.Keys(l.Cells)) }

// At is where a place lies in the picture.
func (l *Lattice) At(row, col int) engine.Point { return l.Point(float64(row), float64(col)) }

// Point is where a row and column, whole or not, lie in the picture.
func (l *Lattice) Point(row, col float64) engine.Point {
	return l.Map.At(col/float64(l.columns()), row)
}

// Pitch is the length of a step at a place, pixels: the shorter of both axes.
func (l *Lattice) Pitch(row, col float64) float64 {
	half := float64(l.columns()) / 2
	return min(geom.Dist(l.Point(row, col-half), l.Point(row, col+half)), geom.Dist(l.Point(row-0.5, col), l.Point(row+0.5, col)))
}

// around are the steps from a place to those up to a gap away, itself among them.
func (l *Lattice) around(gap int) iter.Seq[engine.Place] {
	return func(yield func(engine.Place) bool) {
		for row := -gap; row <= gap; row++ {
			for col := -gap * l.columns(); col <= gap*l.columns(); col++ {
				if (!l.Triangular || (row+col)%2 == 0) && !yield(engine.Place{Row: row, Col: col}) {
					return
				}
			}
		}
	}
}

// Growth says how a lattice grows.
type Growth struct {
	Points *pointgrid.Grid
	// Wide is how many rows and columns a lattice reaches and then grows no further: an outlier beyond one edge must not keep points at the other out.
	Wide int
	Fits func(l *Lattice, from, to engine.Place) func(i int) bool // whether a point may lie at a place, beside another one
}

// Distances in pitches. Hand-set on boards, racks and letters of every kind: a half would meet the next place.
const (
	reach = 0.27 // from a place to its point, before it is taken
	keep  = 0.3  // the same after the fit
	drift = 0.4  // what the map misses at a place it misses by so much at its neighbors
)

// Limits of growth.
const (
	rounds     = 30
	gap        = 2   // steps along both axes from a point to the next ones, at most: a place between may be empty, or its point unseen
	leastPitch = 1.0 // pixels
	mostPitch  = 1e5 // pixels: near its horizon a map asks for any
)

// Grow extends a lattice to all points that continue it.
func (g *Growth) Grow(l *Lattice) {
	for range rounds {
		if !g.extend(l) {
			return
		}
		l.Refit(g.Points)
	}
}

// extend adds the points beside the lattice's; false if there are none.
func (g *Growth) extend(l *Lattice) bool {
	more, taken := map[engine.Place]int{}, map[int]bool{}
	for _, i := range l.Cells {
		taken[i] = true
	}
	low, high := l.Bounds()
	for _, from := range l.Places() {
		off := geom.Sub(g.Points.At(l.Cells[from]), l.At(from.Row, from.Col))
		for step := range l.around(gap) {
			to := from.Add(step)
			_, in := l.Cells[to]
			_, added := more[to]
			pitch := l.Pitch(float64(to.Row), float64(to.Col))
			if in || added || !(pitch > leastPitch && pitch < mostPitch) ||
				max(high.Row, to.Row)-min(low.Row, to.Row) >= g.Wide || max(high.Col, to.Col)-min(low.Col, to.Col) >= g.Wide*l.columns() {
				continue
			}
			fits := g.Fits(l, from, to)
			want := geom.Add(l.At(to.Row, to.Col), geom.Scale(off, drift))
			if i := g.Points.Nearest(want, reach*pitch, func(i int) bool { return !taken[i] && fits(i) }); i >= 0 {
				more[to], taken[i] = i, true
			}
		}
	}
	maps.Copy(l.Cells, more)
	return len(more) > 0
}

// How much determines a homography; less determines an affine map only.
const (
	leastPoints = 10
	leastSpan   = 2 // steps along each axis
)

// Fit fits the map to the points, unless they lie in one line.
func (l *Lattice) Fit(points *pointgrid.Grid) {
	low, high := l.Bounds()
	span := min(high.Row-low.Row, (high.Col-low.Col)/l.columns())
	if span < 1 {
		return
	}
	pairs := make([]homography.Pair, 0, len(l.Cells))
	for _, p := range l.Places() {
		pairs = append(pairs, homography.Pair{X: float64(p.Col) / float64(l.columns()), Y: float64(p.Row), At: points.At(l.Cells[p]), Weight: 1})
	}
	if h, ok := homography.Fit(pairs, len(pairs) >= leastPoints && span >= leastSpan); ok {
		l.Map = h
	}
}

// Refit fits the map, and drops the points that do not fit.
func (l *Lattice) Refit(points *pointgrid.Grid) {
	l.Fit(points)
	for p, i := range l.Cells {
		if geom.Dist(l.At(p.Row, p.Col), points.At(i)) > keep*l.Pitch(float64(p.Row), float64(p.Col)) {
			delete(l.Cells, p)
		}
	}
}
