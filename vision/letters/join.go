package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/lattice"
)

// Two lattices are parts of one board if one map shows both: limits of their likeness, and of what is left over.
const (
	joinMarks = 4    // of the kind on the other lattice, at least
	joinPitch = 1.5  // ratio of steps
	joinSlant = 0.25 // of a step, how far its direction may be off
	joinShift = 1    // places by which the other may lie elsewhere than this one's map says
	joinRest  = 0.11 // of a step, what the common map leaves unexplained on average
)

// join brings in the marks of other lattices that are parts of this board, which they may be although places of more steps than marks
// are looked for lie between: told by the one map for both. False if there are none.
func (s *seer) join(b *board.Board, others []*lattice.Lattice) (bool, error) {
	k := kindOn(b)
	var fresh []*board.Cell
	for _, l := range others {
		if l == b.Lattice {
			continue
		}
		part := outside(l, b, k)
		if len(part) < joinMarks {
			continue
		}
		h, places, ok := common(b, part)
		if !ok {
			continue
		}
		b.H = h
		for q, i := range places {
			c := &board.Cell{Place: q, Frame: b.Frame(float64(q.Row), float64(q.Col)), Marked: true}
			if b.Cells[q] == nil && s.within(&c.Frame) && len(b.Cells) < mostCells {
				b.Cells[q] = c
				b.Lattice.Cells[q] = i
				fresh = append(fresh, c)
			}
		}
	}
	return len(fresh) > 0, s.lookAll(fresh)
}

// part is a group of marks on a lattice of their own, turned as another lies: places of theirs, and indices of marks.
type part map[engine.Place]int

// crosses says whether the part has marks in several rows and columns.
func (p part) crosses() bool {
	g := lattice.Group{}
	for q := range p {
		g[q] = true
	}
	return g.Crosses()
}

// outside are the lattice's marks of a kind that lie beyond the board's cells, with places turned as the board's; nothing if it lies askew.
func outside(l *lattice.Lattice, b *board.Board, k *kind) part {
	p := part{}
	for q, i := range l.Cells {
		if m := &l.Marks[i]; k.fits(m) && !b.Covers(m.At, board.OnPlace) {
			p[q] = i
		}
	}
	if len(p) < joinMarks || !p.crosses() {
		return nil // racks and titles are rows
	}
	for range 4 {
		if p.alongside(l, b) {
			return p
		}
		turned := part{}
		for q, i := range p {
			turned[q.Turn(1)] = i
		}
		p, l = turned, l.Turned()
	}
	return nil
}

// alongside says whether the part's steps on its lattice are about those of the board nearby.
func (p part) alongside(l *lattice.Lattice, b *board.Board) bool {
	row, col := 0.0, 0.0
	for q := range p {
		row, col = row+float64(q.Row)/float64(len(p)), col+float64(q.Col)/float64(len(p))
	}
	at := l.Point(row, col)
	x, y, ok := b.H.Back(at)
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

// common is the one map of the board's tiles and a part's marks that leaves least, and the places that the part's marks then have.
func common(b *board.Board, p part) (best homography.Map, places part, ok bool) {
	var own []homography.Pair
	for q := range b.Linked() {
		if i, in := b.Lattice.Cells[q]; in {
			at := b.Marks[i].At
			own = append(own, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
		}
	}
	if len(own) < joinMarks {
		return best, nil, false
	}
	by0 := shift(b, p)
	least := joinRest
	for row := -joinShift; row <= joinShift; row++ {
		for col := -joinShift; col <= joinShift; col++ {
			by := by0.Add(engine.Place{Row: row, Col: col})
			pairs := slices.Clip(own)
			moved := part{}
			for q, i := range p {
				at := b.Marks[i].At
				q = q.Add(by)
				moved[q] = i
				pairs = append(pairs, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
			}
			h, fits := homography.Fit(pairs, len(pairs) >= lattice.Perspectiv)
			if !fits {
				continue
			}
			if off := rest(b, &h, pairs); off < least {
				best, places, ok, least = h, moved, true, off
			}
		}
	}
	return best, places, ok
}

// shift is how far apart the same places of a part and of the board are by the board's map, rounded.
func shift(b *board.Board, p part) engine.Place {
	row, col := 0.0, 0.0
	for q, i := range p {
		x, y, _ := b.H.Back(b.Marks[i].At)
		row, col = row+(y-float64(q.Row))/float64(len(p)), col+(x-float64(q.Col))/float64(len(p))
	}
	return engine.Place{Row: int(math.Round(row)), Col: int(math.Round(col))}
}

// rest is what a map leaves of the pairs unexplained, in steps, root mean square.
func rest(b *board.Board, h *homography.Map, pairs []homography.Pair) float64 {
	l := lattice.Lattice{H: *h}
	sum := 0.0
	for _, p := range pairs {
		d := geom.Dist(l.Point(p.Y, p.X), p.At) / l.Pitch(p.Y, p.X)
		sum += d * d / float64(len(pairs))
	}
	return math.Sqrt(sum)
}
