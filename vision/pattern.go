package vision

import "tilewatch/engine"

// What is a pattern: how much of a face is not plastic, and is; how near the table's colors the plastic is, and how far from those of so many
// tiles, of either logarithm.
const (
	patternInk   = 0.3
	patternPlain = 0.65
	patternOn    = 0.1
	patternOff   = 0.12
	patternTiles = 4
)

// leavePatterns leaves out cells that are a table's pattern: the border of a stripe or of a check passes for a side of a blank tile, and the
// next one runs through its face.
func (w *witness) leavePatterns(s *structure) {
	_, table := s.hues(s.cells, 0)
	if w.reader == nil || len(table) < holeTiles {
		return
	}
	for _, at := range s.cells.places() {
		if level := s.cells[at]; s.isPattern(at, table) && !w.sure(s, s.cells, at, level) {
			if delete(s.cells, at); s.cells.links(at) {
				s.cells[at] = level
			} else {
				s.empty(at)
			}
		}
	}
}

// isPattern says whether half of a cell's face is not plastic, which no stack hides, and the plastic has a color of the table and of no other
// cell's.
func (s *structure) isPattern(at engine.Place, table []hue) bool {
	v := &s.evidence[at].view[s.cells[at]-1]
	if s.told[at] > 0 || v.ink < patternInk || v.plain > patternPlain {
		return false
	}
	if hides := s.coverOf(at, s.cells[at]); hides.visible(1) < nearlyWhole {
		return false
	}
	h := hueOf(v.plastic)
	if nearestHue(h, table) > patternOn {
		return false
	}
	var tiles []hue
	for other, level := range s.cells {
		if e := s.evidence[other]; other != at && e.tile+e.hole > gapDoubt && e.view[level-1].ink > holeInk {
			tiles = append(tiles, hueOf(e.view[level-1].plastic))
		}
	}
	return len(tiles) >= patternTiles && nearestHue(h, tiles) > patternOff
}
