package board

import (
	"maps"

	"tilewatch/vision/geom"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
)

// Sets of several colors print dark letters on light tiles and light ones on dark tiles. A board of such a set is found by the letters of
// one sort, and those of the other stand on its places.
const (
	OtherLeast = 4    // letters of the other sort that make such a set
	otherSure  = 0.5  // of a mark, to be a letter; bars are too common to tell
	otherReach = 0.22 // of a step, from the middle of its place
	otherSize  = 1.45 // ratio of its size and the letters'
	OtherOdds  = 1.5  // log-odds of a tile by what is printed alone
)

// otherInk are the places with letters of the other sort that stand beside letters; bars are asked for only where others stand.
func (b *Board) OtherInk() lattice.Group {
	all, bars := lattice.Group{}, lattice.Group{}
	for i := range b.Marks {
		m := &b.Marks[i]
		if m.Dark == b.Dark {
			continue
		}
		q, ok := b.PlaceWithin(m.At, otherReach)
		if !ok || !geom.Similar(b.Scale(q).Share(m), b.High, otherSize) {
			continue
		}
		switch sure := m.Letter[b.Angle(q)]; {
		case m.Line && sure > otherSure*candidate.LineWorth:
			bars[q] = true
		case !m.Line && sure > otherSure:
			all[q] = true
		}
	}
	if len(all) >= OtherLeast {
		maps.Copy(all, bars)
	}
	beside := lattice.Group{}
	for q := range all {
		for _, n := range q.Neighbors() {
			if c := b.Cells[n]; all[n] || c != nil && c.Tile {
				beside[q] = true
			}
		}
	}
	return beside
}
