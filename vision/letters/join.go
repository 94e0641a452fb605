package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
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
func (s *seer) join(b *board, others []*lattice) (bool, error) {
	k := b.kind()
	var fresh []*cell
	for _, l := range others {
		if l == b.lattice {
			continue
		}
		part := l.outside(b, k)
		if len(part) < joinMarks {
			continue
		}
		h, places, ok := b.common(part)
		if !ok {
			continue
		}
		b.h = h
		for q, i := range places {
			c := &cell{place: q, frame: b.frame(float64(q.Row), float64(q.Col)), marked: true}
			if b.cells[q] == nil && s.within(&c.frame) && len(b.cells) < mostCells {
				b.cells[q] = c
				b.lattice.cells[q] = i
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
	g := group{}
	for q := range p {
		g[q] = true
	}
	return g.crosses()
}

// outside are the lattice's marks of a kind that lie beyond the board's cells, with places turned as the board's; nothing if it lies askew.
func (l *lattice) outside(b *board, k *kind) part {
	p := part{}
	for q, i := range l.cells {
		if m := &l.marks[i]; k.fits(m) && !b.covers(m.At, onPlace) {
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
		p, l = turned, l.turned()
	}
	return nil
}

// turned is the lattice with its places turned by a quarter.
func (l *lattice) turned() *lattice {
	t := *l
	t.h = l.h.Turned()
	return &t
}

// alongside says whether the part's steps on its lattice are about those of the board nearby.
func (p part) alongside(l *lattice, b *board) bool {
	row, col := 0.0, 0.0
	for q := range p {
		row, col = row+float64(q.Row)/float64(len(p)), col+float64(q.Col)/float64(len(p))
	}
	at := l.point(row, col)
	x, y, ok := b.h.Back(at)
	if !ok {
		return false
	}
	for _, d := range [2][2]float64{{0, 1}, {1, 0}} {
		own, of := geom.Sub(l.point(row+d[0], col+d[1]), at), geom.Sub(b.point(y+d[0], x+d[1]), at)
		ratio := geom.Length(own) / geom.Length(of)
		if !geom.Similar(ratio, 1, joinPitch) || geom.Dist(geom.Scale(own, 1/ratio), of) > joinSlant*geom.Length(of)*2 {
			return false
		}
	}
	return true
}

// common is the one map of the board's tiles and a part's marks that leaves least, and the places that the part's marks then have.
func (b *board) common(p part) (best homography.Map, places part, ok bool) {
	var own []homography.Pair
	for q := range b.linked() {
		if i, in := b.lattice.cells[q]; in {
			at := b.marks[i].At
			own = append(own, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
		}
	}
	if len(own) < joinMarks {
		return best, nil, false
	}
	shift := b.shift(p)
	least := joinRest
	for row := -joinShift; row <= joinShift; row++ {
		for col := -joinShift; col <= joinShift; col++ {
			by := shift.Add(engine.Place{Row: row, Col: col})
			pairs := slices.Clip(own)
			moved := part{}
			for q, i := range p {
				at := b.marks[i].At
				q = q.Add(by)
				moved[q] = i
				pairs = append(pairs, homography.Pair{X: float64(q.Col), Y: float64(q.Row), At: at, Weight: 1})
			}
			h, fits := homography.Fit(pairs, len(pairs) >= perspectiv)
			if !fits {
				continue
			}
			if rest := b.rest(&h, pairs); rest < least {
				best, places, ok, least = h, moved, true, rest
			}
		}
	}
	return best, places, ok
}

// shift is how far apart the same places of a part and of the board are by the board's map, rounded.
func (b *board) shift(p part) engine.Place {
	row, col := 0.0, 0.0
	for q, i := range p {
		x, y, _ := b.h.Back(b.marks[i].At)
		row, col = row+(y-float64(q.Row))/float64(len(p)), col+(x-float64(q.Col))/float64(len(p))
	}
	return engine.Place{Row: int(math.Round(row)), Col: int(math.Round(col))}
}

// rest is what a map leaves of the pairs unexplained, in steps, root mean square.
func (b *board) rest(h *homography.Map, pairs []homography.Pair) float64 {
	l := lattice{h: *h}
	sum := 0.0
	for _, p := range pairs {
		d := geom.Dist(l.point(p.Y, p.X), p.At) / l.pitch(p.Y, p.X)
		sum += d * d / float64(len(pairs))
	}
	return math.Sqrt(sum)
}
