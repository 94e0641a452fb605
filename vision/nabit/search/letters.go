package search

import (
	"maps"

	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// withLetterEvidence is the structure with the tiles about it that only their letters tell, and without what is neither a letter's face nor a blank.
func (f *Finder) withLetterEvidence(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	for range glyphs.EvidenceRounds {
		w := f.Witness()
		next := f.heard(s, &w)
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

// Witness reads faces of the picture for the search.
func (f *Finder) Witness() glyphs.LetterEvidence {
	return glyphs.LetterEvidence{Raster: f.Raster, Reader: f.Letters}
}

// heard is the structure as the letters in it and beside it tell.
func (f *Finder) heard(s *hypothesis.Hypothesis, w *glyphs.LetterEvidence) *hypothesis.Hypothesis {
	told, more := w.Read(s)
	if len(told) == 0 {
		return s
	}
	if next := f.retold(s, told); len(next.Cells) >= len(s.Cells)+more {
		return next
	}
	return s
}

// growClosely grows a structure as the fine judge sees it, and as the letters of those cells tell that it doubts.
func (f *Finder) growClosely(s *hypothesis.Hypothesis) {
	before := s.Cells
	f.grow(tileface.FineClassifier(), s)
	if f.Letters == nil {
		return
	}
	w, told := f.Witness(), lattice.Levels{}
	for at, level := range before {
		if e := s.Evidence[at]; s.Cells[at] == 0 && e.Face[level-1].Inside && e.Height[level-1] > hypothesis.TileBridge && w.Sure(s, before, at, level) {
			told[at] = level
		}
	}
	if len(told) == 0 {
		return
	}
	s.ApplyLetterLevels(told)
	for at, level := range told {
		s.Cells[at] = level
	}
	f.grow(tileface.FineClassifier(), s)
}

// retold is the structure with the tiles that letters tell, and without those that they deny (0). Where one of them hardly lies as the
// pose has it, pose and levels are sought anew.
func (f *Finder) retold(s *hypothesis.Hypothesis, told lattice.Levels) *hypothesis.Hypothesis {
	c := s.Clone()
	c.Evidence, c.Bridged = maps.Clone(s.Evidence), maps.Clone(s.Bridged)
	c.ApplyLetterLevels(told)
	for at, level := range s.Cells {
		if hypothesis.Evaluate(f.Raster, tileface.FineClassifier(), s, at).Tile < hypothesis.TileAccepted {
			c.Bridged = c.Bridged.With(at, level) // it may link others, though it is not seen as a face
		}
	}
	doubted := false
	for at, level := range told {
		if level == 0 {
			delete(c.Cells, at)
		} else {
			c.Cells[at] = level
			doubted = doubted || s.Evidence[at] == nil || s.Evidence[at].Height[level-1] < hypothesis.TileBridge
		}
		delete(c.Evidence, at) // what is seen there belongs to the other structure, too
	}
	anew := c.Clone()
	anew.LetterLevels, anew.Bridged = nil, s.Bridged
	f.refitAndGrow(&c)
	if doubted {
		for _, other := range f.refineLikely(heights.Restarts(f.Raster, &anew)) {
			if len(other.Cells) >= len(c.Cells) && other.LogPosterior() > c.LogPosterior() {
				c = other
			}
		}
	}
	return &c
}
