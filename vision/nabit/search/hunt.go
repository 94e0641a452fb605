package search

import (
	"errors"
	"log/slog"
	"slices"

	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/parallel"
)

// hunt is one search of the whole picture, attempt by attempt.
type hunt struct {
	*Finder
	none func(hypothesis.Hypothesis) bool // says that a hypothesis is empty, or that the caller knows it as something else

	marks []marks.Mark
	best  *hypothesis.Hypothesis // so far; nil: none
}

func (f *Finder) newHunt(known func(*hypothesis.Hypothesis) bool) (*hunt, error) {
	var all []marks.Mark
	var failed, err error
	parallel.Both(func() {
		if f.Map == nil {
			f.Map, failed = tilemap.Of(f.Raster)
		}
	}, func() { all, err = marks.Find(f.Raster, f.Gray) })
	none := func(s hypothesis.Hypothesis) bool { return len(s.Cells) == 0 || known != nil && known(&s) }
	return &hunt{Finder: f, none: none, marks: all}, errors.Join(failed, err)
}

// run makes one attempt after the other, with more effort each, until the best hypothesis is sure. It stops at most, unless the board is overlooked
// with that.
func (h *hunt) run(most hypothesis.Effort) {
	for with := hypothesis.UsualEffort; with <= most || with <= hypothesis.UtmostEffort && overlooked(h.Map.Peaks(), h.best); with++ {
		slog.Debug("search the picture", "effort", int(with))
		if h.attempt(with) || h.spent() {
			return
		}
	}
}

// attempt looks at the whole picture once, and says whether the best hypothesis is sure.
func (h *hunt) attempt(with hypothesis.Effort) (sure bool) {
	h.found = slices.DeleteFunc(h.Hypotheses(h.marks, with), h.none)
	if len(h.found) == 0 || h.seenBefore(&h.found[0]) {
		return false
	}
	return h.keepBetter(h.refineBest(h.found))
}

// seenBefore says whether the best so far holds every cell of s. What may be a rack does not count: each attempt refines it again.
func (h *hunt) seenBefore(s *hypothesis.Hypothesis) bool {
	return h.best != nil && !h.best.MayBeRack() && !onRack(h.best) && h.best.Overlap(s) == len(s.Cells)
}

// keepBetter makes s the best if it is more probable than the best so far. It says whether the best is sure.
func (h *hunt) keepBetter(s *hypothesis.Hypothesis) (sure bool) {
	if h.best != nil {
		*s = mostProbable(*h.best, []hypothesis.Hypothesis{*s})
	}
	h.best = s
	return h.sure(s)
}

// result is the best hypothesis, or ErrNoTiles.
func (h *hunt) result() (*hypothesis.Hypothesis, error) {
	if h.best == nil || h.none(*h.best) {
		return nil, ErrNoTiles
	}
	return h.best, nil
}
