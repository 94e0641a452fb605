package letters

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/lattice"
)

// Two lattices are parts of one board if one homography explains both.
const (
	joinMarks = 4    // least candidates of the style on the other lattice
	joinPitch = 1.5  // most ratio of the steps' lengths
	joinSlant = 0.25 // most difference of the steps' directions, in steps
	joinShift = 1    // places by which the common map may shift the fragment
	joinRest  = 0.11 // most residual of the common map, in steps (root mean square)
)

// mergeParts adds candidates of other lattices that are parts of this board. They may lie farther away than the search around tiles
// reaches. False if there are none.
func (s *search) mergeParts(b *board.Board, others []*lattice.Lattice) (bool, error) {
	k := styleOf(b)
	var fresh []*board.Cell
	for _, l := range others {
		if l == b.Lattice {
			continue
		}
		part := fragmentOf(l, b, k)
		if len(part) < joinMarks {
			continue
		}
		h, places, ok := commonMap(b, part)
		if !ok {
			continue
		}
		b.Map = h
		for _, q := range places.places() {
			c := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col)), Seeded: true}
			if b.Cells[q] == nil && s.within(&c.Frame) && len(b.Cells) < mostCells {
				b.Cells[q] = c
				b.Lattice.Cells[q] = places[q]
				fresh = append(fresh, c)
			}
		}
	}
	return len(fresh) > 0, s.readAll(fresh)
}

// fragment maps places of another lattice, turned like the board's, to candidates.
type fragment map[engine.Place]int

// places are the fragment's places by row, then column.
func (p fragment) places() []engine.Place {
	return slices.SortedFunc(maps.Keys(p), engine.ComparePlaces)
}

// crosses reports whether the fragment has candidates in several rows and columns.
func (p fragment) crosses() bool {
	g := lattice.Group{}
	for q := range p {
		g[q] = true
	}
	return g.Crosses()
}

// fragmentOf are the lattice's candidates of a style outside of the board, with places turned like the board's; nil if its axes do not fit
// the board's.
func fragmentOf(l *lattice.Lattice, b *board.Board, k *style) fragment {
	p := fragment{}
	for q, i := range l.Cells {
		if m := &l.Candidates[i]; k.fits(m) && !b.Covers(m.At, board.OnPlace) {
			p[q] = i
		}
	}
	if len(p) < joinMarks || !p.crosses() {
		return nil // racks and titles are rows
	}
	for range 4 {
		if p.aligned(l, b) {
			return p
		}
		turned := fragment{}
		for q, i := range p {
			turned[q.Turn(1)] = i
		}
		p, l = turned, l.Turned()
	}
	return nil
}

// aligned reports whether the fragment's steps on its lattice are about those of the board nearby.
func (p fragment) aligned(l *lattice.Lattice, b *board.Board) bool {
	row, col := 0.0, 0.0
	for _, q := range p.places() {
		row, col = row+float64(q.Row)/float64(len(p)), col+float64(q.Col)/float64(len(p))
	}
	at := l.Point(row, col)
	x, y, ok := b.Map.Back(at)
	if !ok {
		return false
	}
	for _, d := range [2][2]float64{{0, 1}, {1, 0}} {
		own, of := geom.Sub(l.Point(row+d[0], col+d[1]), at), geom.Sub(b.Point(y+d[0], x+d[1]), at)
		ratio := geom.Length(own) / geom.Length(of)
		if !geom.Similar(ratio, 1, joinPitch) || geom.Dist(geom.Scale(own, 1/ratio), of) > joinSlant*geom.Length(of)*2 {
			return false
		}
	}
	return true
}

// commonMap is the homography of the board's tiles and a fragment that leaves the least residual, and the places of the fragment under it.
func commonMap(b *board.Board, p fragment) (best homography.Map, places fragment, ok bool) {
	var own []homography.Pair
	for _, q := range b.Structure().Places() {
		if i, in := b.Lattice.Cells[q]; in {
			at := b.Candidates[i].At
			own = append(own, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
		}
	}
	if len(own) < joinMarks {
		return best, nil, false
	}
	by0 := offsetOf(b, p)
	least := joinRest
	for row := -joinShift; row <= joinShift; row++ {
		for col := -joinShift; col <= joinShift; col++ {
			by := by0.Add(engine.Place{Row: row, Col: col})
			pairs := slices.Clip(own)
			moved := fragment{}
			for _, q := range p.places() {
				i := p[q]
				at := b.Candidates[i].At
				q = q.Add(by)
				moved[q] = i
				pairs = append(pairs, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
			}
			h, fits := homography.Fit(pairs, len(pairs) >= lattice.LeastPerspective)
			if !fits {
				continue
			}
			if off := residual(b, &h, pairs); off < least {
				best, places, ok, least = h, moved, true, off
			}
		}
	}
	return best, places, ok
}

// offsetOf is the mean offset of a fragment's places under the board's map, rounded.
func offsetOf(b *board.Board, p fragment) engine.Place {
	row, col := 0.0, 0.0
	for _, q := range p.places() {
		x, y, _ := b.Map.Back(b.Candidates[p[q]].At)
		row, col = row+(y-float64(q.Row))/float64(len(p)), col+(x-float64(q.Col))/float64(len(p))
	}
	return engine.Place{Row: int(math.Round(row)), Col: int(math.Round(col))}
}

// residual is the root mean square residual of a map, in steps.
func residual(b *board.Board, h *homography.Map, pairs []homography.Pair) float64 {
	l := gridfit.Lattice{Map: *h}
	sum := 0.0
	for _, p := range pairs {
		d := geom.Dist(l.Point(p.Y, p.X), p.At) / l.Pitch(p.Y, p.X)
		sum += d * d / float64(len(pairs))
	}
	return math.Sqrt(sum)
}
