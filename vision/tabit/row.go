package tabit

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/pointgrid"
)

// spot is one or several quads in one place, such as a card and its box.
type spot struct {
	mid   engine.Point // the mean of the quads'
	area  float64
	axes  [2]engine.Point
	quads []quad
}

// Limits of quads of one spot, hand-set.
const (
	spotShift = 0.12 // between their middles, in sides
	spotGrow  = 1.9  // of the larger's area to the smaller's
	maxSpots  = 1500
)

// mergeQuads merges quads in the same place, the largest first.
func mergeQuads(quads []quad) []spot {
	slices.SortStableFunc(quads, func(a, b quad) int { return cmp.Compare(b.area, a.area) })
	var spots []spot
	for _, q := range quads {
		i := slices.IndexFunc(spots, func(s spot) bool {
			return s.area < spotGrow*q.area && geom.Dist(s.mid, q.mid) < spotShift*math.Sqrt(q.area)
		})
		if i < 0 && len(spots) < maxSpots {
			spots = append(spots, spot{mid: q.mid, area: q.area, axes: q.axes(), quads: []quad{q}})
		} else if i >= 0 {
			spots[i].merge(q)
		}
	}
	return spots
}

func (s *spot) merge(q quad) {
	s.quads = append(s.quads, q)
	n := float64(len(s.quads))
	s.mid.X += (q.mid.X - s.mid.X) / n
	s.mid.Y += (q.mid.Y - s.mid.Y) / n
}

// row is four spots side by side.
type row struct {
	at   [4]int
	axis int // of the first spot: the one that runs along the row
}

// Limits of rows and blocks: in sides of a spot, but bend, which is in steps.
const (
	nearStep, farStep = 0.9, 1.5
	mostAside         = 0.25
	rowReach          = 0.22
	areaRatio         = 2.2 // areas of neighbors
)

// grid finds spots by their places, and rows and blocks among them.
type grid struct {
	spots   []spot
	index   *pointgrid.Grid // of the spots that were found; addMissing adds none to it
	lenient bool            // one spot of a row may be missing
}

// bucket is the side of the index's buckets, pixels. Only speed depends on it.
const bucket = 40

func newGrid(spots []spot) *grid {
	return &grid{spots: spots, index: pointgrid.New(len(spots), bucket, func(i int) engine.Point { return spots[i].mid })}
}

// near are the spots within reach of a point.
func (g *grid) near(p engine.Point, reach float64) []int {
	var found []int
	g.index.Near(p, reach, func(i int) { found = append(found, i) })
	return found
}

// nearest is the spot nearest to a point within reach whose area has at most that ratio to a given one; -1 for none.
func (g *grid) nearest(p engine.Point, reach, area, times float64) int {
	best := -1
	g.index.Near(p, reach, func(i int) {
		if s := &g.spots[i]; geom.Similar(s.area, area, times) && (best < 0 || geom.Dist(s.mid, p) < geom.Dist(g.spots[best].mid, p)) {
			best = i
		}
	})
	return best
}

// neighbors are the spots next to spot i along one of its axes, on either side.
func (g *grid) neighbors(i, axis int) []int {
	s := &g.spots[i]
	along, across := s.axes[axis], s.axes[1-axis]
	det := along.X*across.Y - along.Y*across.X
	if math.Abs(det) < 1e-9 {
		return nil
	}
	var found []int
	for _, j := range g.near(s.mid, farStep*math.Hypot(along.X, along.Y)+mostAside*math.Hypot(across.X, across.Y)) {
		o := &g.spots[j]
		dx, dy := o.mid.X-s.mid.X, o.mid.Y-s.mid.Y
		a := math.Abs(dx*across.Y-dy*across.X) / math.Abs(det)
		b := math.Abs(along.X*dy-along.Y*dx) / math.Abs(det)
		if j != i && a >= nearStep && a <= farStep && b <= mostAside && geom.Similar(o.area, s.area, areaRatio) {
			found = append(found, j)
		}
	}
	return found
}

// rows are all rows of four spots.
func (g *grid) rows() []row {
	var rows []row
	found := map[[4]int]bool{}
	for i := range g.spots {
		for axis := range 2 {
			for _, j := range g.neighbors(i, axis) {
				r, ok := g.extend(i, j)
				if !ok || found[r] || found[reversed(r)] { // most are found from both ends
					continue
				}
				found[r] = true
				rows = append(rows, row{r, axis})
			}
		}
	}
	return rows
}

// extend continues two neighbors to a row of four, each a step farther.
func (g *grid) extend(i, j int) (at [4]int, ok bool) {
	at = [4]int{i, j}
	missing := 0
	for k := 2; k < 4; k++ {
		a, b := g.spots[at[k-2]].mid, g.spots[at[k-1]].mid
		next := engine.Point{X: 2*b.X - a.X, Y: 2*b.Y - a.Y}
		at[k] = g.nearest(next, rowReach*geom.Dist(a, b), g.spots[at[k-1]].area, areaRatio)
		if at[k] < 0 {
			if missing++; !g.lenient || missing > 1 {
				return at, false
			}
			at[k] = g.addMissing(at[k-1], next)
		}
	}
	return at, true
}

// addMissing adds a spot like another one in a place without one. The index does not hold it.
func (g *grid) addMissing(like int, at engine.Point) int {
	s := g.spots[like]
	s.mid = at
	g.spots = append(g.spots, s)
	return len(g.spots) - 1
}

// block is the eight boxes of a seat: two rows from the player's left to the right, the inner one first.
type block [2][4]int

// blocks are all pairs of rows beside each other.
func (g *grid) blocks(rows []row) []block {
	begins := map[int][]row{}
	for _, r := range rows {
		begins[r.at[0]] = append(begins[r.at[0]], r)
		begins[r.at[3]] = append(begins[r.at[3]], row{reversed(r.at), r.axis})
	}
	var blocks []block
	for _, a := range rows {
		for _, first := range g.neighbors(a.at[0], 1-a.axis) {
			for _, b := range begins[first] {
				if g.parallel(a.at, b.at) {
					blocks = append(blocks, g.blockFacing(a.at, b.at))
				}
			}
		}
	}
	return blocks
}

func reversed(at [4]int) [4]int { return [4]int{at[3], at[2], at[1], at[0]} }

// parallel reports whether the spots of two rows lie beside each other, one by one.
func (g *grid) parallel(a, b [4]int) bool {
	first := g.offset(a[0], b[0])
	for k := 1; k < 4; k++ {
		v := g.offset(a[k], b[k])
		if a[k] == b[k] || math.Hypot(v.X-first.X, v.Y-first.Y) > parallelSlack*rowReach*math.Hypot(first.X, first.Y) {
			return false
		}
	}
	return true
}

// offset leads from spot i to spot j.
func (g *grid) offset(i, j int) engine.Point {
	a, b := g.spots[i].mid, g.spots[j].mid
	return engine.Point{X: b.X - a.X, Y: b.Y - a.Y}
}

// blockFacing is the block of a player who sits on b's side of a: left and right are the player's.
func (g *grid) blockFacing(a, b [4]int) block {
	if cross(g.spots[a[0]].mid, g.spots[a[3]].mid, g.spots[b[0]].mid) < 0 {
		a, b = reversed(a), reversed(b)
	}
	return block{a, b}
}

// parallelSlack is how much farther off than a row's own spots those of a parallel row may lie: both rows err.
const parallelSlack = 1.5
