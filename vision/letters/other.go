package letters

import (
	"maps"
	"slices"

	"tilewatch/vision/geom"
)

// Sets of several colors print dark letters on light tiles and light ones on dark tiles. A board of such a set is found by the letters of
// one sort, and those of the other stand on its places.
const (
	otherLeast = 4    // letters of the other sort that make such a set
	otherSure  = 0.5  // of a mark, to be a letter; bars are too common to tell
	otherReach = 0.22 // of a step, from the middle of its place
	otherSize  = 1.45 // ratio of its size and the letters'
	otherOdds  = 1.5  // log-odds of a tile by what is printed alone
)

// lookOther looks for letters of the other sort at places where none of the board's own was read.
func (s *seer) lookOther(b *board) error {
	var fresh []*cell
	known := 0
	for q := range b.otherInk() {
		if c := b.cells[q]; c != nil && (c.other || c.tile && !c.bare && !c.unclear) {
			if c.other {
				known++
			}
			continue
		}
		c := &cell{place: q, frame: b.frame(float64(q.Row), float64(q.Col)), marked: true, other: true}
		if s.within(&c.frame) {
			fresh = append(fresh, c)
		}
	}
	if len(fresh) == 0 || known+len(fresh) < otherLeast {
		return nil
	}
	if err := s.lookAll(fresh); err != nil {
		return err
	}
	fresh = slices.DeleteFunc(fresh, func(c *cell) bool { return b.letterOdds(c) < otherOdds })
	if known+len(fresh) < otherLeast {
		return nil
	}
	for _, c := range fresh {
		b.cells[c.place] = c
	}
	if len(fresh) > 0 {
		b.judge()
	}
	return nil
}

// otherInk are the places with letters of the other sort that stand beside letters; bars are asked for only where others stand.
func (b *board) otherInk() group {
	all, bars := group{}, group{}
	for i := range b.marks {
		m := &b.marks[i]
		if m.Dark == b.dark {
			continue
		}
		q, ok := b.placeWithin(m.At, otherReach)
		if !ok || !geom.Similar(b.scale(q).share(m), b.high, otherSize) {
			continue
		}
		switch sure := m.letter[b.angle(q)]; {
		case m.line && sure > otherSure*lineWorth:
			bars[q] = true
		case !m.line && sure > otherSure:
			all[q] = true
		}
	}
	if len(all) >= otherLeast {
		maps.Copy(all, bars)
	}
	beside := group{}
	for q := range all {
		for _, n := range q.Neighbors() {
			if c := b.cells[n]; all[n] || c != nil && c.tile {
				beside[q] = true
			}
		}
	}
	return beside
}
