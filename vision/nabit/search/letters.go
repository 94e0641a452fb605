package search

import (
	"maps"

	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// withLetterEvidence adds the tiles that only their letters show, and drops cells that show neither a letter nor a blank. It repeats while
// that changes the structure, since each new tile may link others.
func (f *Finder) withLetterEvidence(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	for range glyphs.EvidenceRounds {
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

// readLetters is the structure with the levels that the letters in and beside it give, if it does not lose cells by them.
func (f *Finder) readLetters(s *hypothesis.Hypothesis, w *glyphs.LetterEvidence) *hypothesis.Hypothesis {
	read, more := w.Read(s)
	if len(read) == 0 {
		return s
	}
	if next := f.withLetterLevels(s, read); len(next.Cells) >= len(s.Cells)+more {
		return next
	}
	return s
}

// withLetterLevels sets the levels that letters give (0: no tile), and refines. If one of these faces does not fit the pose, it restarts
// from other poses and levels, too, and keeps the most probable.
func (f *Finder) withLetterLevels(s *hypothesis.Hypothesis, read lattice.Levels) *hypothesis.Hypothesis {
	c := s.Clone()
	c.Evidence, c.Bridged = maps.Clone(s.Evidence), maps.Clone(s.Bridged)
	c.ApplyLetterLevels(read)
	for at, level := range s.Cells {
		if hypothesis.Evaluate(f.Raster, tileface.FineClassifier(), s, at).Tile < hypothesis.TileAccepted {
			c.Bridged = c.Bridged.With(at, level) // it may link others, though it shows no face
		}
	}
	misplaced := false
	for at, level := range read {
		if level == 0 {
			delete(c.Cells, at)
		} else {
			c.Cells[at] = level
			misplaced = misplaced || s.Evidence[at] == nil || s.Evidence[at].Height[level-1] < hypothesis.TileBridge
		}
		delete(c.Evidence, at) // the other structure shares this evidence
	}
	restart := c.Clone()
	restart.LetterLevels, restart.Bridged = nil, s.Bridged
	f.refitAndGrow(&c)
	if misplaced {
		for _, other := range f.refineLikely(heights.Restarts(f.Raster, &restart)) {
			if len(other.Cells) >= len(c.Cells) && other.LogPosterior() > c.LogPosterior() {
				c = other
			}
		}
	}
	return &c
}
