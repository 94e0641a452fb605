package glyphs

import (
	"tilewatch/vision/nabit/hypothesis"
)

// The squares of a cloth may be linked like tiles, and there are more of them. But nobody lays four tiles of which no letter can be read.
const (
	illegibleMinCells = 4  // so many cells tell
	illegibleSamples  = 16 // so many of them are read
)

// Illegible says whether none of many cells shows a letter that is read for sure.
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
