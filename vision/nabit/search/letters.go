package search

import (
	"maps"

	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// withLetterEvidence adds the tiles that only their letters show. It repeats while that changes the structure, since each new tile may link
// others. A search without letters, such as the tracker's, adds none.
func (f *Finder) withLetterEvidence(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	if f.Letters == nil || f.Without.Has(Letters) {
		return s
	}
	for range glyphs.EvidenceRounds {
		if f.spent() {
			break
		}
		w := f.Witness()
		next := f.readLetters(s, &w)
		if next == s {
			next = f.extendAcrossGaps(s, w.Reads)
		}
		if next == s {
			break
		}
		s = next
	}
	return s
}

// readLetters is the structure with the tiles whose letters prove them, if it grows by them.
func (f *Finder) readLetters(s *hypothesis.Hypothesis, w *glyphs.LetterEvidence) *hypothesis.Hypothesis {
	read := w.Read(s)
	if len(read) == 0 {
		return s
	}
	if next := f.withLetterLevels(s, read); len(next.Cells) > len(s.Cells) { // several places may show one tile
		return next
	}
	return s
}

// withLetterLevels adds tiles with the levels that letters give, and refines.
func (f *Finder) withLetterLevels(s *hypothesis.Hypothesis, read lattice.Levels) *hypothesis.Hypothesis {
	c := s.Clone()
	c.Evidence, c.Bridged = maps.Clone(s.Evidence), maps.Clone(s.Bridged)
	c.ApplyLetterLevels(read)
	for at, level := range s.Cells {
		if hypothesis.Evaluate(f.Raster, tileface.FineClassifier(), s, at).Tile < hypothesis.TileAccepted {
			c.Bridged = c.Bridged.With(at, level) // it may link others, though it shows no face
		}
	}
	for at, level := range read {
		c.Cells[at] = level
		delete(c.Evidence, at) // the other structure shares this evidence
	}
	f.refitAndGrow(&c)
	return &c
}
