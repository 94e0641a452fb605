package background

import (
	"iter"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/picture"
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
	ClothSuspicious  = 50   // more cells than a board mostly has
	ClothShare = 0.5  // that share of all cells, make the lattice the cloth's,
	ClothShareUnrefined = 0.8  // or that before it was looked at closely
)

// clothSquares are the cells that look like those of a cloth; none if they are few.
func clothSquares(s *hypothesis.Hypothesis) map[engine.Place]bool {
	_, table := s.KnownHues(s.Cells, 0)
	if len(table) < MinHueSamples {
		return nil
	}
	weak, sure := map[engine.Place]hue.Hue{}, []hue.Hue{}
	for at, level := range s.Cells {
		e := s.Evidence[at]
		switch h := hue.HueOf(e.Face[level-1].Plastic); {
		case e.Tile+e.BlankPenalty >= clothSure:
			sure = append(sure, h)
		case s.LetterLevels[at] == 0 && e.Tile+e.BlankPenalty < clothWeak && hue.NearestHueDistance(h, table) < clothOn:
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
func countAlike(h hue.Hue, all iter.Seq[hue.Hue]) (n int) {
	for other := range all {
		if hue.HueDistance(h, other) < clothOff {
			n++
		}
	}
	return n
}

// BackgroundHues are the hues of the cloth whose squares make that share of a structure; none if it is made of tiles.
func ClothHues(s *hypothesis.Hypothesis, share float64) (hues Cloth) {
	squares := clothSquares(s)
	if len(squares) < clothMany || float64(len(squares)) < share*float64(len(s.Cells)) {
		return nil
	}
	for at := range squares {
		e := s.Evidence[at]
		hues = append(hues, hue.HueOf(e.Face[e.Best-1].Plastic))
	}
	return hues
}

// Cloth are the hues of a cloth whose squares looked like tiles; none if there is none.
type Cloth []hue.Hue

// has says whether a color is the cloth's.
func (c Cloth) has(color picture.BGR) bool {
	return len(c) > 0 && hue.NearestHueDistance(hue.HueOf(color), c) < clothOff/2
}

// Discount takes a face in the cloth's color for the cloth's, unless it is seen as a tile for sure.
func (c Cloth) Discount(e *hypothesis.Evidence) {
	if e.Tile < clothSeen && c.has(e.Face[e.Best-1].Plastic) {
		e.Tile = min(e.Tile, -MaxGapPenalty)
	}
}

// Off are the marks that lie on something else than the cloth.
func (c Cloth) Off(marks0 []marks.Mark) []marks.Mark {
	return slices.DeleteFunc(slices.Clone(marks0), func(m marks.Mark) bool { return c.has(m.Plastic) })
}
