package vision

import (
	"math"

	"tilewatch/engine"
)

// What a gap between tiles shows, and a blank.
const (
	holeMost   = 8.0  // what the color may take from a tile's log-likelihood ratio
	blankMost  = 3.0  // and what it may add
	holeTiles  = 3    // so many faces with letters, and places that show the table, must be seen to compare with
	colorMost  = 8.0  // what the color may add where edges are seen, however soft
	colorEdges = -0.6 // logarithm of how likely such edges are where the lattice has them, all together
)

// judgeBlanks judges faces without a letter by their color. A gap among tiles has edges on all sides, as a blank has, but the
// table's color; and a blank, of which there is one in 25, has that of other tiles. Tiles that turn out to be gaps go; weak
// places that turn out to be blanks join them. In a picture that is blurred or hazy edges are soft, and no face is judged to be one
// for sure: what is as colored as tiles and not as the table, with edges where it should have them, is a tile, too.
func (s *structure) judgeBlanks(tiles, weak, faint stacks) {
	plastic, table := s.hues(tiles, math.Inf(-1))
	if len(plastic) < holeTiles || len(table) < holeTiles {
		return
	}
	for _, some := range []stacks{tiles, weak, faint} {
		for at := range some {
			if s.told[at] == 0 { // else it shows a letter, however faint
				s.evidence[at].judgeBlank(plastic, table)
			}
		}
	}
	for at := range tiles {
		if s.evidence[at].tile < tileAccepted {
			delete(tiles, at)
		}
	}
	for _, some := range []stacks{weak, faint} {
		for at, level := range some {
			if s.evidence[at].tile >= tileAccepted {
				tiles[at] = level
				delete(some, at)
			}
		}
	}
}

// leaveGaps leaves out cells that have the table's color, and no other tile's: in gaps, a checked cloth's corners may look like letters, and its
// squares like blanks. While cells are still looked for, their color would say little: true ones are seen at a wrong level, too.
func (s *structure) leaveGaps() {
	_, table := s.hues(s.cells, 0)
	if len(table) < holeTiles {
		return
	}
	squares := s.squares()
	for s.leaveGap(table, squares) {
	}
}

// leaveGap leaves out the first of them that links nothing; false if there is none.
func (s *structure) leaveGap(table []hue, squares map[engine.Place]bool) bool {
	for _, at := range s.cells.places() {
		level := s.cells[at]
		if delete(s.cells, at); s.isGap(at, table, squares) && !s.cells.links(at) {
			s.empty(at)
			return true
		}
		s.cells[at] = level
	}
	return false
}

// isGap says whether a place has the table's color and none of the cells', which are so many that they have all players'. Those that are no
// surer tiles do not count, unless there is little doubt of them: one player's may all have the table's color. A cloth's
// squares are gaps.
func (s *structure) isGap(at engine.Place, table []hue, squares map[engine.Place]bool) bool {
	e := s.evidence[at]
	if squares[at] {
		return true
	}
	if s.told[at] > 0 || e.tile > gapMost {
		return false
	}
	h := hueOf(e.view[e.best-1].plastic)
	if nearestHue(h, table) >= gapOn {
		return false
	}
	tiles, _ := s.hues(s.cells, min(e.tile, gapDoubt))
	return len(tiles) >= gapTiles && nearestHue(h, tiles) > gapOff
}

// empty makes a place, which is no cell, one that surely shows the table.
func (s *structure) empty(at engine.Place) {
	e := s.evidence[at]
	e.tile, e.hole = -holeMost, e.tile+e.hole+holeMost
	s.edges = s.edgeLikelihood()
}

// What is a gap for its color alone: tiles to compare with, and how far from theirs and from the table's it is, of either logarithm.
const (
	gapTiles = 10
	gapMost  = 12.0 // log-likelihood ratio from which it is a tile whatever its color
	gapDoubt = 4.0  // and from which there is little doubt of it
	gapOff   = 0.24
	gapOn    = 0.055
)

// judgeBlank corrects the likelihood of a face without a letter, or of one that is doubted, by its color.
func (e *placeEvidence) judgeBlank(plastic, table []hue) {
	e.tile, e.hole = e.tile+e.hole, 0
	v := &e.view[e.best-1]
	bare := v.ink < holeInk
	if !bare && e.tile > tileAccepted {
		return
	}
	hole := tableLikelier(hueOf(v.plastic), plastic, table)
	switch edges := v.here[0] + v.here[1] + v.here[2] + v.here[3]; {
	case edges > colorEdges:
		e.hole = max(hole, -colorMost)
	case bare:
		e.hole = max(hole, -blankMost)
	}
	most := 0.0
	if bare {
		most = holeMost
	}
	e.hole = min(e.hole, most)
	e.tile -= e.hole
}
