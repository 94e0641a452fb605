package letters

import (
	"math"

	"tilewatch/engine"
)

// Words in other corners of a board hang together by tiles that were not seen or lie outside of the picture: how far from the board's
// tiles others are looked for whose places only their marks tell.
const (
	mostLeap  = 6   // steps
	leapReach = 0.3 // of a step, from the middle of such a place to the mark
	mostLeaps = 4   // times; what is found tells better where places lie further out
	leapLeast = 4   // tiles that tell where places lie
)

// leap looks at places further out where marks like the tiles' letters lie; false if there are none.
func (s *seer) leap(b *board) (bool, error) {
	linked := b.linked()
	if len(linked) < leapLeast {
		return false, nil
	}
	low, high := linked.bounds()
	k := b.kind()
	var fresh []*cell
	for i := range b.marks {
		m := &b.marks[i]
		q, ok := b.placeOf(m.At)
		if !ok || b.cells[q] != nil || q.Row < low.Row-mostLeap || q.Row > high.Row+mostLeap || q.Col < low.Col-mostLeap || q.Col > high.Col+mostLeap {
			continue
		}
		c := &cell{place: q, frame: b.frame(float64(q.Row), float64(q.Col)), marked: true}
		if k.fits(m) && s.within(&c.frame) && len(b.cells) < mostCells {
			b.cells[q] = c
			b.lattice.cells[q] = i
			fresh = append(fresh, c)
		}
	}
	return len(fresh) > 0, s.lookAll(fresh)
}

// placeOf is the place of the lattice at which a point lies; false if it lies between places, or beyond what the lattice can show.
func (l *lattice) placeOf(p engine.Point) (engine.Place, bool) { return l.placeWithin(p, leapReach) }

// placeWithin is the place within reach of a point, in steps.
func (l *lattice) placeWithin(p engine.Point, reach float64) (engine.Place, bool) {
	x, y, ok := l.h.Back(p)
	if !ok {
		return engine.Place{}, false
	}
	q := engine.Place{Row: int(math.Round(y)), Col: int(math.Round(x))}
	return q, math.Hypot(x-float64(q.Col), y-float64(q.Row)) < reach
}
