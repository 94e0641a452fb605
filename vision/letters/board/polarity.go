package board

import (
	"maps"

	"tilewatch/vision/geom"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
)

// Sets of several colors have dark letters on light tiles, and light letters on dark tiles. The letters of one polarity give the board, and those
// of the other stand on its places.
const (
	OtherLeast = 4    // letters of the other sort that make such a set
	otherSure  = 0.5  // least probability of a letter; bars are too common
	otherReach = 0.22 // of a step, from the middle of its place
	otherSize  = 1.45 // ratio of its size and the letters'
	OtherOdds  = 1.5  // log-odds of a tile by what is printed alone
)

// OtherPolarity are the places next to letters with a letter of the other polarity; bars count only where others stand.
func (b *Board) OtherPolarity() lattice.Group {
	all, bars := lattice.Group{}, lattice.Group{}
	for i := range b.Candidates {
		m := &b.Candidates[i]
		if m.Dark == b.DarkInk {
			continue
		}
		q, ok := b.Within(m.At, otherReach)
		if !ok || !geom.Similar(b.Footprint(q).Size(m), b.LetterHeight, otherSize) {
			continue
		}
		switch sure := m.Letter[b.Direction(q)]; {
		case m.Bar && sure > otherSure*candidate.BarWorth:
			bars[q] = true
		case !m.Bar && sure > otherSure:
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
