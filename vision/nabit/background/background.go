package background

import (
	"iter"
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/inventory"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/picture"
)

// Thresholds of a cloth. Its squares or stripes in a player's color look a little like that player's tiles, and many of them link like tiles. But they
// have the color of the table around, which no certain tile has, and none of them looks much like a tile. Distances are between hues (log-ratios
// of channels). Hand-set; testdata/nabit/cloth and testdata/nabit/squares guard them.
const (
	clothMaxTile        = 6.0         // log-likelihood ratio of a tile that a square stays below,
	clothOverruled      = 10.0        // and that overrules a known cloth
	clothSureTile       = 8.0         // log-likelihood ratio of a certain tile
	clothNearTable      = 0.25        // greatest distance of a square's hue from the nearest of the table's
	sameHue             = 0.24        // greatest distance between hues of one color
	clothHue            = sameHue / 2 // and from a cloth's once it is known
	clothMinAlike       = 3           // squares of one color: fewer may be blanks, one a player
	clothTileRatio      = 5           // squares for each certain tile of their color, at least
	clothMinSquares     = 8           // squares of a cloth, at least
	ClothSuspicious     = 50          // cells: a structure with more is rarely a board
	ClothShare          = 0.5         // share of squares from which the structure is a cloth,
	ClothShareUnrefined = 0.8         // and before refinement
)

// clothSquares are the cells that look like a cloth's squares: weak tiles in a color of the table, many alike, and few certain tiles of
// that color; and those with more tiles than a set holds.
func clothSquares(s *hypothesis.Hypothesis) map[engine.Place]bool {
	_, table := s.KnownHues(s.Cells, 0)
	if len(table) < MinHueSamples {
		return nil
	}
	weak, sure := map[engine.Place]hue.Hue{}, []hue.Hue{}
	for at, level := range s.Cells {
		e := s.Evidence[at]
		switch h := hue.HueOf(e.Face[level-1].Plastic); {
		case e.Tile+e.BlankPenalty >= clothSureTile:
			sure = append(sure, h)
		case s.LetterLevels[at] == 0 && e.Tile+e.BlankPenalty < clothMaxTile && hue.NearestHueDistance(h, table) < clothNearTable:
			weak[at] = h
		}
	}
	squares := map[engine.Place]bool{}
	for at, h := range weak {
		like, unlike := countAlike(h, maps.Values(weak)), countAlike(h, slices.Values(sure))
		if like >= clothMinAlike && clothTileRatio*unlike < like {
			squares[at] = true
		}
	}
	maps.Copy(squares, beyondTheSet(s))
	return squares
}

// beyondTheSet are the cells of a hue that more cells have than two players have tiles, however much they look like tiles. Under a tinted lamp two
// plastics may look alike; three do not.
func beyondTheSet(s *hypothesis.Hypothesis) map[engine.Place]bool {
	hues, beyond := s.FaceHues(), map[engine.Place]bool{}
	if len(hues) <= 2*inventory.PerColor {
		return nil
	}
	for at, level := range s.Cells {
		if countAlike(hue.HueOf(s.Evidence[at].Face[level-1].Plastic), slices.Values(hues)) > 2*inventory.PerColor {
			beyond[at] = true
		}
	}
	return beyond
}

// countAlike counts the hues that are nearly equal to h.
func countAlike(h hue.Hue, all iter.Seq[hue.Hue]) (n int) {
	for other := range all {
		if hue.HueDistance(h, other) < sameHue {
			n++
		}
	}
	return n
}

// ClothHues are the hues of the cloth whose squares make up at least share of a structure; nil if the structure consists of tiles.
func ClothHues(s *hypothesis.Hypothesis, share float64) (hues Cloth) {
	squares := clothSquares(s)
	if len(squares) < clothMinSquares || float64(len(squares)) < share*float64(len(s.Cells)) {
		return nil
	}
	for at := range squares {
		e := s.Evidence[at]
		hues = append(hues, hue.HueOf(e.Face[e.Best-1].Plastic))
	}
	return hues
}

// Cloth are the hues of a cloth whose squares look like tiles; nil: there is none.
type Cloth []hue.Hue

// has reports whether a color is the cloth's.
func (c Cloth) has(color picture.BGR) bool {
	return len(c) > 0 && hue.NearestHueDistance(hue.HueOf(color), c) < clothHue
}

// Discount lowers the likelihood of a face in the cloth's color to that of an empty place, unless it is clearly a tile.
func (c Cloth) Discount(e *hypothesis.Evidence) {
	if e.Tile < clothOverruled && c.has(e.Face[e.Best-1].Plastic) {
		e.Tile = min(e.Tile, -MaxGapPenalty)
	}
}

// Off are the marks that do not lie on the cloth.
func (c Cloth) Off(marks0 []marks.Mark) []marks.Mark {
	return slices.DeleteFunc(slices.Clone(marks0), func(m marks.Mark) bool { return c.has(m.Plastic) })
}
