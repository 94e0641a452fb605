package search

import (
	"tilewatch/vision/nabit/hypothesis"
)

// SearchComplete finds the structure and extends it: by the racks' plane, across gaps and by letters. If a low effort found it and the
// extended structure is not sure, or much larger, it searches again with more effort: the pose may fit one side of the structure only.
func (f *Finder) SearchComplete(most hypothesis.Effort) (*hypothesis.Hypothesis, error) {
	s, err := f.Search(most)
	if err != nil {
		return nil, err
	}
	whole := f.extended(s)
	if with := f.reached; with < most && (!f.sure(whole) || len(whole.Cells) > len(s.Cells)+fewMore) {
		if s, err = f.SearchExcluding(with+1, most, nil); err == nil {
			if again := f.extended(s); len(again.Cells) >= len(whole.Cells) && again.LogPosterior() > whole.LogPosterior() {
				return again, nil
			}
		}
	}
	return whole, nil
}

// fewMore is by how many cells the extension may enlarge a structure whose pose is still trusted. Hand-set: a smaller one searches more
// pictures twice.
const fewMore = 2

// extended moves a structure to the racks' plane and adds what is linked to it across gaps and by letters.
func (f *Finder) extended(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	return f.withLetterEvidence(f.extendAcrossGaps(f.onRackPlane(s), clearlyATile))
}

// Search finds the structure in the whole picture. most bounds the effort.
func (f *Finder) Search(most hypothesis.Effort) (*hypothesis.Hypothesis, error) {
	if err := f.Raster.CheckLight(); err != nil {
		return nil, err
	}
	return f.SearchExcluding(hypothesis.UsualEffort, most, nil)
}

// SearchExcluding finds the structure in the whole picture with rising effort, from first to most. It excludes every hypothesis that known
// reports as something else; known may be nil.
func (f *Finder) SearchExcluding(first, most hypothesis.Effort, known func(*hypothesis.Hypothesis) bool) (*hypothesis.Hypothesis, error) {
	h, err := f.newHunt(known)
	if err != nil {
		return nil, err
	}
	if err := h.run(newPlan(first, most, f.past)); err != nil {
		return nil, err
	}
	h.takeUnread()
	if most == hypothesis.UtmostEffort {
		h.tryAmongLoose()
	}
	h.tryBesideSingleLetters()
	return h.result()
}
