package search

import (
	"cmp"
	"errors"
	"slices"

	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/parallel"
)

// hunt is one search of the whole picture, attempt by attempt.
type hunt struct {
	*Finder
	none func(hypothesis.Hypothesis) bool // says that a hypothesis is empty, or that the caller knows it as something else

	marks     []marks.Mark
	fields    []candidate.Field      // of the last attempt
	best      *hypothesis.Hypothesis // so far; nil: none
	unread    *hypothesis.Hypothesis // the last one without letters, whose size the plan excludes; nil: none
	onlyKnown bool                   // an attempt found hypotheses, but none that is new
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

// run makes one attempt after the other until one is sure.
func (h *hunt) run(p plan) error {
	for len(p) > 0 {
		next, rest := p[0], p[1:]
		h.reached = next.effort
		if err := h.prepare(&next); err != nil {
			return err
		}
		sure := false
		if p, sure = h.attempt(next, rest); sure {
			return nil
		}
	}
	h.reached = hypothesis.Exhausted
	return nil
}

// prepare applies an attempt's exclusions. For the utmost effort it finds the pale marks, too.
func (h *hunt) prepare(a *attempt) (err error) {
	a.log()
	h.past = a.past
	if a.effort == hypothesis.UtmostEffort {
		h.marks, err = marks.WithPale(h.Finder.Raster, h.marks)
	}
	return err
}

// attempt looks at the whole picture once. It returns the attempts that are then left, and whether the best hypothesis is sure.
func (h *hunt) attempt(a attempt, rest plan) (next plan, sure bool) {
	h.fields = h.fieldsFrom(h.Cam, h.marks, a.effort, h.best)
	all := h.hypothesesFrom(h.fields)
	h.found = slices.DeleteFunc(slices.Clone(all), h.none)
	if len(h.found) == 0 {
		h.onlyKnown = h.onlyKnown || len(all) > 0
		return rest, false
	}
	if h.seenBefore(&h.found[0]) {
		return rest.beyond(hypothesis.ThoroughEffort), false // the same marks show no more; pale ones may
	}
	s, cloth := h.refineUnlessCloth(h.found)
	if cloth != nil {
		h.marks = cloth.Off(h.marks)
		return rest.repeating(a, excluded{a.past.sizes, cloth}, whyOffCloth), false
	}
	if w := h.Witness(); w.Illegible(s) && len(a.past.sizes) < mostRefused {
		h.unread = s
		sizes := append(slices.Clip(a.past.sizes), h.fields[0].Pitch)
		return rest.repeating(a, excluded{sizes, a.past.cloth}, whyOtherSize), false
	}
	return h.keepBetter(s, rest)
}

// seenBefore says whether the best so far holds every cell of s. A line that may be a rack does not count: each attempt refines it again.
func (h *hunt) seenBefore(s *hypothesis.Hypothesis) bool {
	return h.best != nil && !h.best.MayBeRack() && h.best.Overlap(s) == len(s.Cells)
}

// keepBetter makes s the best if it is more probable than the best so far. It returns the attempts that are then left, and whether the
// best is sure.
func (h *hunt) keepBetter(s *hypothesis.Hypothesis, rest plan) (next plan, sure bool) {
	if h.best != nil {
		if s.Same(h.best) {
			rest = rest.beyond(hypothesis.ThoroughEffort) // the same marks show the same; pale ones may show another
			h.reached = max(h.reached, hypothesis.ThoroughEffort)
		}
		*s = mostProbable(*h.best, []hypothesis.Hypothesis{*s})
	}
	h.best = s
	return rest, h.sure(s)
}

// takeUnread falls back on the hypothesis without letters, if the attempts found no other, or none with letters.
func (h *hunt) takeUnread() {
	if w := h.Witness(); h.best == nil || len(h.past.sizes) == mostRefused && w.Illegible(h.best) {
		h.best = cmp.Or(h.unread, h.best)
	}
}

// tryAmongLoose looks for the structure among loose tiles, if the best may be a rack and the plane of the table is unknown.
func (h *hunt) tryAmongLoose() {
	if h.best != nil && h.Ground == nil && h.best.MayBeRack() {
		h.best = h.amongLooseTiles(h.best, h.none)
	}
}

// tryBesideSingleLetters looks beside letters that no candidate links to, if the attempts found nothing but what the caller knows: of a
// short first word only one letter may be a candidate.
func (h *hunt) tryBesideSingleLetters() {
	if h.best == nil && !h.onlyKnown || h.best != nil && !h.none(*h.best) {
		return
	}
	h.best = nil
	if found := slices.DeleteFunc(h.besideSingleLetter(h.fields), h.none); len(found) > 0 {
		h.best = h.refineBest(found)
	}
}

// result is the best hypothesis, or ErrNoTiles.
func (h *hunt) result() (*hypothesis.Hypothesis, error) {
	if h.best == nil || h.none(*h.best) {
		return nil, ErrNoTiles
	}
	return h.best, nil
}

// mostRefused is how many sizes the plan excludes at most. Hand-set: it bounds the time for pictures without readable letters.
const mostRefused = 1

// refineUnlessCloth refines the best hypothesis. If it is made of a cloth's squares and no cloth is known, it returns the cloth's hues,
// too. A very large one that plainly is a cloth is not refined.
func (f *Finder) refineUnlessCloth(found []hypothesis.Hypothesis) (s *hypothesis.Hypothesis, cloth background.Cloth) {
	if f.past.cloth != nil {
		return f.refineBest(found), nil
	}
	if s = &found[0]; len(s.Cells) > background.ClothSuspicious {
		if cloth = background.ClothHues(s, background.ClothShareUnrefined); cloth != nil {
			return s, cloth
		}
	}
	s = f.refineBest(found)
	return s, background.ClothHues(s, background.ClothShare)
}
