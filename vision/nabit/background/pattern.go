package background

import (
	"tilewatch/engine"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// What is a pattern: how much of a face is not plastic, and is; how near the table's colors the plastic is, and how far from those of so many
// tiles, of either logarithm.
const (
	patternInk   = 0.3
	patternPlain = 0.65
	patternOn    = 0.1
	patternOff   = 0.12
	patternTiles = 4
)

// LeavePatterns leaves out cells that are a table's pattern: the border of a stripe or of a check passes for a side of a blank tile, and the
// next one runs through its face.
func LeavePatterns(w *glyphs.LetterEvidence, s *hypothesis.Hypothesis) {
	_, table := s.KnownHues(s.Cells, 0)
	if w.Reader == nil || len(table) < MinHueSamples {
		return
	}
	for _, at := range s.Cells.Places() {
		if level := s.Cells[at]; isPattern(s, at, table) && !w.Sure(s, s.Cells, at, level) {
			if delete(s.Cells, at); s.Cells.JoinsParts(at) {
				s.Cells[at] = level
			} else {
				markEmpty(s, at)
			}
		}
	}
}

// isPattern says whether half of a cell's face is not plastic, which no stack hides, and the plastic has a color of the table and of no other
// cell's.
func isPattern(s *hypothesis.Hypothesis, at engine.Place, table []hue.Hue) bool {
	v := &s.Evidence[at].Face[s.Cells[at]-1]
	if s.LetterLevels[at] > 0 || v.Ink < patternInk || v.Plain > patternPlain {
		return false
	}
	if hides := s.MaskOf(at, s.Cells[at]); hides.Visible(1) < glyphs.NearlyWhole {
		return false
	}
	h := hue.HueOf(v.Plastic)
	if hue.NearestHueDistance(h, table) > patternOn {
		return false
	}
	var tiles []hue.Hue
	for other, level := range s.Cells {
		if e := s.Evidence[other]; other != at && e.Tile+e.BlankPenalty > gapDoubt && e.Face[level-1].Ink > tileface.LetterInk {
			tiles = append(tiles, hue.HueOf(e.Face[level-1].Plastic))
		}
	}
	return len(tiles) >= patternTiles && hue.NearestHueDistance(h, tiles) > patternOff
}
