package glyphs

import (
	"tilewatch/vision/nabit/hypothesis"
)

// Bounds of Illegible. The squares of a cloth may link like tiles, and outnumber them; but of four tiles in play at least one shows a letter. Hand-set;
// testdata/nabit/squares guards them.
const (
	illegibleMinCells = 4  // structures with fewer cells are not tested
	illegibleSamples  = 16 // about as many cells are read
)

// Illegible reports whether none of a structure's sampled cells shows a certain letter; false without a reader.
func (w *LetterEvidence) Illegible(s *hypothesis.Hypothesis) bool {
	if w.Reader == nil || len(s.Cells) < illegibleMinCells {
		return false
	}
	places := s.Cells.Places()
	step := max(1, len(places)/illegibleSamples)
	for i := 0; i < len(places); i += step {
		if w.Sure(s, s.Cells, places[i], s.Cells[places[i]]) {
			return false
		}
	}
	return true
}
