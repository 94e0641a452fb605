package background

import (
	"tilewatch/engine"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// Thresholds of a pattern. Distances are between hues (log-ratios of channels). Hand-set; testdata/nabit/cloth 003 and 004 guard them.
const (
	patternMinInk    = 0.3  // share of the face that differs from its plastic, at least
	patternMaxPlain  = 0.65 // share of the face that has the plastic's color, at most
	patternNearTable = 0.1  // greatest distance from the table's hues
	patternOffTiles  = 0.12 // least distance from the tiles' hues
	patternMinTiles  = 4    // tiles that the comparison needs
)

// LeavePatterns removes cells that are the table's pattern: the border of a stripe or check passes for one side of a blank tile, and
// the next border runs through its face.
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

// isPattern reports whether half of a cell's unoccluded face is not plastic, and the plastic has a color of the table and of no other
// cell.
func isPattern(s *hypothesis.Hypothesis, at engine.Place, table []hue.Hue) bool {
	v := &s.Evidence[at].Face[s.Cells[at]-1]
	if s.LetterLevels[at] > 0 || v.Ink < patternMinInk || v.Plain > patternMaxPlain {
		return false
	}
	if hides := s.MaskOf(at, s.Cells[at]); hides.Visible(1) < glyphs.NearlyWhole {
		return false
	}
	h := hue.HueOf(v.Plastic)
	if hue.NearestHueDistance(h, table) > patternNearTable {
		return false
	}
	var tiles []hue.Hue
	for other, level := range s.Cells {
		if e := s.Evidence[other]; other != at && e.Tile+e.BlankPenalty > gapTileCertain && e.Face[level-1].Ink > tileface.LetterInk {
			tiles = append(tiles, hue.HueOf(e.Face[level-1].Plastic))
		}
	}
	return len(tiles) >= patternMinTiles && hue.NearestHueDistance(h, tiles) > patternOffTiles
}
