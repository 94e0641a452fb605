package search

import (
	"tilewatch/vision/nabit/hypothesis"
)

// SearchComplete finds the structure in the whole picture, with all that is linked to it. What little effort found, and is not sure after all
// when the rest of it is seen, or is much larger than it was taken for, it looks for once more with all effort: it may have settled as one
// side of the structure alone does.
func (f *Finder) SearchComplete(most hypothesis.Effort) (*hypothesis.Hypothesis, error) {
	s, err := f.Search(most)
	if err != nil {
		return nil, err
	}
	whole := f.extended(s)
	if with := f.reached; with < most && (!whole.Sure() || len(whole.Cells) > len(s.Cells)+fewMore) {
		if s, err = f.SearchExcluding(with+1, most, nil); err == nil {
			if again := f.extended(s); len(again.Cells) >= len(whole.Cells) && again.LogPosterior() > whole.LogPosterior() {
				return again, nil
			}
		}
	}
	return whole, nil
}

// fewMore is by how many cells a structure may grow and still have been seen as it lies.
const fewMore = 2

// extended is the structure on the table that all around it tells, with all that is linked to it.
func (f *Finder) extended(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	return f.withLetterEvidence(f.extendAcrossGaps(f.onRackPlane(s), clearlyATile))
}

// Search finds the structure in the whole picture, with so much effort at most.
func (f *Finder) Search(most hypothesis.Effort) (*hypothesis.Hypothesis, error) {
	if err := f.Raster.CheckLight(); err != nil {
		return nil, err
	}
	return f.SearchExcluding(hypothesis.UsualEffort, most, nil)
}

// SearchExcluding finds the structure in the whole picture with ever more effort, from first to most, and passes over what is known to be
// something else (nil: nothing is).
func (f *Finder) SearchExcluding(first, most hypothesis.Effort, known func(*hypothesis.Hypothesis) bool) (*hypothesis.Hypothesis, error) {
	h, err := f.newHunt(known)
	if err != nil {
		return nil, err
	}
	if err := h.run(f.Plan(first, most)); err != nil {
		return nil, err
	}
	h.TakeUnread()
	if most == hypothesis.UtmostEffort {
		h.tryAmongLoose()
	}
	h.tryBesideLone()
	return h.Result()
}
