package background

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// What a gap between tiles shows, and a blank.
const (
	MaxGapPenalty   = 8.0  // what the color may take from a tile's log-likelihood ratio
	blankMost  = 3.0  // and what it may add
	MinHueSamples  = 3    // so many faces with letters, and places that show the table, must be seen to compare with
	colorMost  = 8.0  // what the color may add where edges are seen, however soft
	colorEdges = -0.6 // logarithm of how likely such edges are where the lattice has them, all together
)

// ScoreBlanks judges faces without a letter by their color. A gap among tiles has edges on all sides, as a blank has, but the
// table's color; and a blank, of which there is one in 25, has that of other tiles. Tiles that turn out to be gaps go; weak
// places that turn out to be blanks join them. In a picture that is blurred or hazy edges are soft, and no face is judged to be one
// for sure: what is as colored as tiles and not as the table, with edges where it should have them, is a tile, too.
func ScoreBlanks(s *hypothesis.Hypothesis, tiles, weak, faint lattice.Levels) {
	plastic, table := s.KnownHues(tiles, math.Inf(-1))
	if len(plastic) < MinHueSamples || len(table) < MinHueSamples {
		return
	}
	for _, some := range []lattice.Levels{tiles, weak, faint} {
		for at := range some {
			if s.LetterLevels[at] == 0 { // else it shows a letter, however faint
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

// RemoveGaps leaves out cells that have the table's color, and no other tile's: in gaps, a checked cloth's corners may look like letters, and its
// squares like blanks. While cells are still looked for, their color would say little: true ones are seen at a wrong level, too.
func RemoveGaps(s *hypothesis.Hypothesis) {
	_, table := s.KnownHues(s.Cells, 0)
	if len(table) < MinHueSamples {
		return
	}
	squares := clothSquares(s)
	for removeGap(s, table, squares) {
	}
}

// removeGap leaves out the first of them that links nothing; false if there is none.
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

// isGap says whether a place has the table's color and none of the cells', which are so many that they have all players'. Those that are no
// surer tiles do not count, unless there is little doubt of them: one player's may all have the table's color. A cloth's
// squares are gaps.
func isGap(s *hypothesis.Hypothesis, at engine.Place, table []hue.Hue, squares map[engine.Place]bool) bool {
	e := s.Evidence[at]
	if squares[at] {
		return true
	}
	if s.LetterLevels[at] > 0 || e.Tile > gapMost {
		return false
	}
	h := hue.HueOf(e.Face[e.Best-1].Plastic)
	if hue.NearestHueDistance(h, table) >= gapOn {
		return false
	}
	tiles, _ := s.KnownHues(s.Cells, min(e.Tile, gapDoubt))
	return len(tiles) >= gapTiles && hue.NearestHueDistance(h, tiles) > gapOff
}

// markEmpty makes a place, which is no cell, one that surely shows the table.
func markEmpty(s *hypothesis.Hypothesis, at engine.Place) {
	e := s.Evidence[at]
	e.Tile, e.BlankPenalty = -MaxGapPenalty, e.Tile+e.BlankPenalty+MaxGapPenalty
	s.EdgeScore = s.EdgesLogLikelihood()
}

// What is a gap for its color alone: tiles to compare with, and how far from theirs and from the table's it is, of either logarithm.
const (
	gapTiles = 10
	gapMost  = 12.0 // log-likelihood ratio from which it is a tile whatever its color
	gapDoubt = 4.0  // and from which there is little doubt of it
	gapOff   = 0.24
	gapOn    = 0.055
)

// scoreBlank corrects the likelihood of a face without a letter, or of one that is doubted, by its color.
func scoreBlank(e *hypothesis.Evidence, plastic, table []hue.Hue) {
	e.Tile, e.BlankPenalty = e.Tile+e.BlankPenalty, 0
	v := &e.Face[e.Best-1]
	bare := v.Ink < tileface.LetterInk
	if !bare && e.Tile > hypothesis.TileAccepted {
		return
	}
	hole := hue.TableLogRatio(hue.HueOf(v.Plastic), plastic, table)
	switch edges := v.Here[0] + v.Here[1] + v.Here[2] + v.Here[3]; {
	case edges > colorEdges:
		e.BlankPenalty = max(hole, -colorMost)
	case bare:
		e.BlankPenalty = max(hole, -blankMost)
	}
	most := 0.0
	if bare {
		most = MaxGapPenalty
	}
	e.BlankPenalty = min(e.BlankPenalty, most)
	e.Tile -= e.BlankPenalty
}
