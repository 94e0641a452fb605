package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/linear"
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
		if m := &l.marks[i]; k.fits(m) && !b.covers(m.at, onPlace) {
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
	t, h := *l, l.h
	t.h = linear.Homography{-h[1], h[0], h[2], -h[4], h[3], h[5], -h[7], h[6]}
	return &t
}

// alongside says whether the part's steps on its lattice are about those of the board nearby.
func (p part) alongside(l *lattice, b *board) bool {
	row, col := 0.0, 0.0
	for q := range p {
		row, col = row+float64(q.Row)/float64(len(p)), col+float64(q.Col)/float64(len(p))
	}
	at := l.point(row, col)
	x, y, ok := b.h.Back(at.X, at.Y)
	if !ok {
		return false
	}
	for _, d := range [2][2]float64{{0, 1}, {1, 0}} {
		own, of := sub(l.point(row+d[0], col+d[1]), at), sub(b.point(y+d[0], x+d[1]), at)
		ratio := length(own) / length(of)
		if !alike(ratio, 1, joinPitch) || dist(times(own, 1/ratio), of) > joinSlant*length(of)*2 {
			return false
		}
	}
	return true
}

// common is the one map of the board's tiles and a part's marks that leaves least, and the places that the part's marks then have.
func (b *board) common(p part) (best linear.Homography, places part, ok bool) {
	var own []linear.Pair
	for q := range b.linked() {
		if i, in := b.lattice.cells[q]; in {
			at := b.marks[i].at
			own = append(own, linear.Pair{Col: float64(q.Col), Row: float64(q.Row), X: at.X, Y: at.Y, Weight: 1})
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
				at := b.marks[i].at
				q = q.Add(by)
				moved[q] = i
				pairs = append(pairs, linear.Pair{Col: float64(q.Col), Row: float64(q.Row), X: at.X, Y: at.Y, Weight: 1})
			}
			h, fits := linear.FitHomography(pairs, len(pairs) >= perspectiv)
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
		x, y, _ := b.h.Back(b.marks[i].at.X, b.marks[i].at.Y)
		row, col = row+(y-float64(q.Row))/float64(len(p)), col+(x-float64(q.Col))/float64(len(p))
	}
	return engine.Place{Row: int(math.Round(row)), Col: int(math.Round(col))}
}

// rest is what a map leaves of the pairs unexplained, in steps, root mean square.
func (b *board) rest(h *linear.Homography, pairs []linear.Pair) float64 {
	l := lattice{h: *h}
	sum := 0.0
	for _, p := range pairs {
		d := dist(l.point(p.Row, p.Col), engine.Point{X: p.X, Y: p.Y}) / l.pitch(p.Row, p.Col)
		sum += d * d / float64(len(pairs))
	}
	return math.Sqrt(sum)
}
