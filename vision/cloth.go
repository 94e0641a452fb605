package vision

import (
	"iter"
	"maps"
	"slices"

	"tilewatch/engine"
)

// The squares of a cloth in a player's color, or its stripes, look a little like that player's tiles, and many of them are linked like tiles. But
// they have the color of what lies around, no tile's that is surely seen, and none of them looks much like a tile.
const (
	clothWeak  = 6.0  // log-likelihood ratio of a tile that they do not reach,
	clothSeen  = 10.0 // nor this where others were taken for tiles before,
	clothSure  = 8.0  // and that of tiles whose colors are known
	clothOn    = 0.25 // how far their hue is at most from one of what lies around,
	clothOff   = 0.24 // and how far hues of one color are at most from each other, of either logarithm
	clothFew   = 3    // so many of a color are no blanks: each player has one
	clothMore  = 5    // times as many there are as such tiles of their color
	clothMany  = 8    // so many, and at least
	clothWide  = 50   // more cells than a board mostly has
	clothShare = 0.5  // that share of all cells, make the lattice the cloth's,
	clothPlain = 0.8  // or that before it was looked at closely
)

// squares are the cells that look like those of a cloth; none if they are few.
func (s *structure) squares() map[engine.Place]bool {
	_, table := s.hues(s.cells, 0)
	if len(table) < holeTiles {
		return nil
	}
	weak, sure := map[engine.Place]hue{}, []hue{}
	for at, level := range s.cells {
		e := s.evidence[at]
		switch h := hueOf(e.view[level-1].plastic); {
		case e.tile+e.hole >= clothSure:
			sure = append(sure, h)
		case s.told[at] == 0 && e.tile+e.hole < clothWeak && nearestHue(h, table) < clothOn:
			weak[at] = h
		}
	}
	squares := map[engine.Place]bool{}
	for at, h := range weak {
		like, unlike := countAlike(h, maps.Values(weak)), countAlike(h, slices.Values(sure))
		if like >= clothFew && clothMore*unlike < like {
			squares[at] = true
		}
	}
	return squares
}

// countAlike is how many of some hues are of one color with another.
func countAlike(h hue, all iter.Seq[hue]) (n int) {
	for other := range all {
		if colorGapOfHues(h, other) < clothOff {
			n++
		}
	}
	return n
}

// clothOf are the hues of the cloth whose squares make that share of a structure; none if it is made of tiles.
func (s *structure) clothOf(share float64) (hues cloth) {
	squares := s.squares()
	if len(squares) < clothMany || float64(len(squares)) < share*float64(len(s.cells)) {
		return nil
	}
	for at := range squares {
		e := s.evidence[at]
		hues = append(hues, hueOf(e.view[e.best-1].plastic))
	}
	return hues
}

// cloth are the hues of a cloth whose squares looked like tiles; none if there is none.
type cloth []hue

// has says whether a color is the cloth's.
func (c cloth) has(color rgb) bool {
	return len(c) > 0 && nearestHue(hueOf(color), c) < clothOff/2
}

// discount takes a face in the cloth's color for the cloth's, unless it is seen as a tile for sure.
func (c cloth) discount(e *placeEvidence) {
	if e.tile < clothSeen && c.has(e.view[e.best-1].plastic) {
		e.tile = min(e.tile, -holeMost)
	}
}

// off are the marks that lie on something else than the cloth.
func (c cloth) off(marks []mark) []mark {
	return slices.DeleteFunc(slices.Clone(marks), func(m mark) bool { return c.has(m.plastic) })
}
