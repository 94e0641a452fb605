package background

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// Bounds of the color's influence, in log-likelihood. Hand-set; testdata/nabit/gap and testdata/nabit/soft guard them.
const (
	MaxGapPenalty = 8.0  // greatest amount that the color takes from a face without a letter
	maxBlankBonus = 3.0  // greatest amount that it adds to one
	MinHueSamples = 3    // hues of lettered faces, and of the table, that a comparison needs
	maxColorBonus = 8.0  // greatest amount that the color adds where edges are visible, however soft
	softEdges     = -0.6 // log-likelihood of the four edges where the pose expects them, from which they are visible
)

// ScoreBlanks scores faces without a letter by their color. A gap among tiles has edges on all sides, as a blank has, but the table's
// color; a blank (a set has one in 25 tiles) has the color of other tiles. Tiles that turn out to be gaps leave tiles; weak and
// faint places that turn out to be blanks join them. In a blurred or hazy picture edges are soft, and no face is certain by its edges
// alone: there a face with soft edges in a tile's color is a tile, too.
func ScoreBlanks(s *hypothesis.Hypothesis, tiles, weak, faint lattice.Levels) {
	plastic, table := s.KnownHues(tiles, math.Inf(-1))
	if len(plastic) < MinHueSamples || len(table) < MinHueSamples {
		return
	}
	for _, some := range []lattice.Levels{tiles, weak, faint} {
		for at := range some {
			if s.LetterLevels[at] == 0 { // otherwise it shows a letter, however faint
				scoreBlank(s.Evidence[at], plastic, table)
			}
		}
	}
	for at := range tiles {
		if s.Evidence[at].Tile < hypothesis.TileAccepted {
			delete(tiles, at)
		}
	}
	for _, some := range []lattice.Levels{weak, faint} {
		for at, level := range some {
			if s.Evidence[at].Tile >= hypothesis.TileAccepted {
				tiles[at] = level
				delete(some, at)
			}
		}
	}
}

// RemoveGaps removes cells that have the table's color and no other tile's: the corners of a checked cloth look like letters in a gap,
// and its squares like blanks. It runs once the structure is final: while the search still grows it, true tiles may be evaluated at a
// wrong level, and their color says little.
func RemoveGaps(s *hypothesis.Hypothesis) {
	_, table := s.KnownHues(s.Cells, 0)
	if len(table) < MinHueSamples {
		return
	}
	squares := clothSquares(s)
	for removeGap(s, table, squares) {
	}
}

// removeGap removes the first gap whose loss leaves the structure connected; false if there is none.
func removeGap(s *hypothesis.Hypothesis, table []hue.Hue, squares map[engine.Place]bool) bool {
	for _, at := range s.Cells.Places() {
		level := s.Cells[at]
		if delete(s.Cells, at); isGap(s, at, table, squares) && !s.Cells.JoinsParts(at) {
			markEmpty(s, at)
			return true
		}
		s.Cells[at] = level
	}
	return false
}

// isGap reports whether a place has the table's color and none of the cells', or is one of a cloth's squares. It asks for so many cells
// that every player's color is among them. Cells no surer than this one do not count, except near-certain ones: all tiles of one player
// may have the table's color.
func isGap(s *hypothesis.Hypothesis, at engine.Place, table []hue.Hue, squares map[engine.Place]bool) bool {
	e := s.Evidence[at]
	if squares[at] {
		return true
	}
	if s.LetterLevels[at] > 0 || e.Tile > gapMaxTile {
		return false
	}
	h := hue.HueOf(e.Face[e.Best-1].Plastic)
	if hue.NearestHueDistance(h, table) >= gapNearTable {
		return false
	}
	tiles, _ := s.KnownHues(s.Cells, min(e.Tile, gapTileCertain))
	return len(tiles) >= gapMinTiles && hue.NearestHueDistance(h, tiles) > gapOffTiles
}

// markEmpty gives a place that is no longer a cell the evidence of bare table.
func markEmpty(s *hypothesis.Hypothesis, at engine.Place) {
	e := s.Evidence[at]
	e.Tile, e.BlankPenalty = -MaxGapPenalty, e.Tile+e.BlankPenalty+MaxGapPenalty
	s.EdgeScore = s.EdgesLogLikelihood()
}

// Thresholds of a gap by its color alone. Distances are between hues (log-ratios of channels). Hand-set; testdata/nabit/cloth guards them.
const (
	gapMinTiles    = 10    // hues of tiles that the comparison needs
	gapMaxTile     = 12.0  // log-likelihood ratio above which a tile is one in any color
	gapTileCertain = 4.0   // log-likelihood ratio above which a tile's hue always counts
	gapOffTiles    = 0.24  // least distance from the tiles' hues
	gapNearTable   = 0.055 // greatest distance from the table's
)

// scoreBlank corrects the log-likelihood ratio of a face without a letter, or of a doubtful one, by its color.
func scoreBlank(e *hypothesis.Evidence, plastic, table []hue.Hue) {
	e.Tile, e.BlankPenalty = e.Tile+e.BlankPenalty, 0
	v := &e.Face[e.Best-1]
	bare := v.Ink < tileface.LetterInk
	if !bare && e.Tile > hypothesis.TileAccepted {
		return
	}
	hole := hue.TableLogRatio(hue.HueOf(v.Plastic), plastic, table)
	switch edges := v.Here[0] + v.Here[1] + v.Here[2] + v.Here[3]; {
	case edges > softEdges:
		e.BlankPenalty = max(hole, -maxColorBonus)
	case bare:
		e.BlankPenalty = max(hole, -maxBlankBonus)
	}
	most := 0.0
	if bare {
		most = MaxGapPenalty
	}
	e.BlankPenalty = min(e.BlankPenalty, most)
	e.Tile -= e.BlankPenalty
}
