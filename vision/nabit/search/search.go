package search

import (
	"tilewatch/vision/nabit/hypothesis"
)

// SearchComplete finds the structure and extends it.
func (f *Finder) SearchComplete() (*hypothesis.Hypothesis, error) {
	s, err := f.Search(hypothesis.UtmostEffort, nil)
	if err != nil {
		return nil, err
	}
	return f.extended(s), nil
}

// extended moves a structure to the racks' plane and adds what is linked to it across gaps.
func (f *Finder) extended(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	if f.spent() {
		return s
	}
	return f.extendAcrossGaps(f.onRackPlane(s))
}

// Search finds the structure in the whole picture with rising effort, up to most. It excludes every hypothesis that known reports as something
// else; known may be nil.
func (f *Finder) Search(most hypothesis.Effort, known func(*hypothesis.Hypothesis) bool) (*hypothesis.Hypothesis, error) {
	if err := f.Raster.CheckLight(); err != nil {
		return nil, err
	}
	f.begun, f.Unfinished = f.Raster.Looks(), false
	h, err := f.newHunt(known)
	if err != nil {
		return nil, err
	}
	h.run(most)
	return h.result()
}
