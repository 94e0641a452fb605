package search

import (
	"cmp"
	"slices"

	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
)

// Hunt is one search of the whole picture, attempt by attempt.
type Hunt struct {
	*Finder
	None func(hypothesis.Hypothesis) bool // is no structure, or known to be something else

	marks  []marks.Mark
	fields []candidate.Field      // of the last attempt
	Best   *hypothesis.Hypothesis // so far; nil: none
	Unread *hypothesis.Hypothesis // whose size was excluded
	passed bool                   // something was found, but nothing that is not known
}

func (f *Finder) newHunt(known func(*hypothesis.Hypothesis) bool) (*Hunt, error) {
	marks, err := marks.Find(f.Raster, f.Gray)
	none := func(s hypothesis.Hypothesis) bool { return len(s.Cells) == 0 || known != nil && known(&s) }
	return &Hunt{Finder: f, None: none, marks: marks}, err
}

// run makes one attempt after the other until one is sure.
func (h *Hunt) run(p Plan) error {
	for len(p) > 0 {
		next, rest := p[0], p[1:]
		h.reached = next.Effort
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

// prepare sets what an attempt passes over, and finds the marks that it needs beyond those before it.
func (h *Hunt) prepare(a *attempt) (err error) {
	a.log()
	h.Past = a.Past
	if a.Effort == hypothesis.UtmostEffort {
		h.marks, err = marks.WithPale(h.Finder.Raster, h.marks)
	}
	return err
}

// attempt looks at the whole picture once. It returns what is then still to be tried, and whether what it found is sure.
func (h *Hunt) attempt(a attempt, rest Plan) (next Plan, sure bool) {
	h.fields = h.fieldsFrom(h.Cam, h.marks, a.Effort, h.Best)
	all := h.hypothesesFrom(h.fields)
	h.found = slices.DeleteFunc(slices.Clone(all), h.None)
	if len(h.found) == 0 {
		h.passed = h.passed || len(all) > 0
		return rest, false
	}
	if h.shownBefore(&h.found[0]) {
		return rest.Beyond(hypothesis.ThoroughEffort), false // no more is shown; what hardly shows still may
	}
	s, cloth := h.refineOrBackground(h.found)
	if cloth != nil {
		h.marks = cloth.Off(h.marks)
		return rest.Repeating(a, Excluded{a.Past.Sizes, cloth}, "tiles may lie on the cloth whose squares were taken for some"), false
	}
	if w := h.Witness(); w.Illegible(s) && len(a.Past.Sizes) < mostRefused {
		h.Unread = s
		sizes := append(slices.Clip(a.Past.Sizes), h.fields[0].Pitch)
		return rest.Repeating(a, Excluded{sizes, a.Past.Cloth}, "what was found has no letters; tiles may have another size"), false
	}
	return h.Better(s, rest)
}

// shownBefore says whether the best so far holds all of a structure. A line that may be a rack is settled by every look.
func (h *Hunt) shownBefore(s *hypothesis.Hypothesis) bool {
	return h.Best != nil && !h.Best.MayBeRack() && h.Best.Overlap(s) == len(s.Cells)
}

// Better takes a structure for the best if it explains more than that so far. It returns what is then still to be tried, and whether the
// best is sure.
func (h *Hunt) Better(s *hypothesis.Hypothesis, rest Plan) (next Plan, sure bool) {
	if h.Best != nil {
		if s.Same(h.Best) {
			rest = rest.Beyond(hypothesis.ThoroughEffort) // what hardly shows may still be another
			h.reached = max(h.reached, hypothesis.ThoroughEffort)
		}
		*s = mostProbable(*h.Best, []hypothesis.Hypothesis{*s})
	}
	h.Best = s
	return rest, s.Sure()
}

// TakeUnread takes what had no letters after all, if nothing else was found, or nothing that has some, when there was no room to exclude more.
func (h *Hunt) TakeUnread() {
	if w := h.Witness(); h.Best == nil || len(h.Past.Sizes) == mostRefused && w.Illegible(h.Best) {
		h.Best = cmp.Or(h.Unread, h.Best)
	}
}

// tryAmongLoose looks among loose tiles for the structure if what was found may be a rack and nobody knows how the table lies.
func (h *Hunt) tryAmongLoose() {
	if h.Best != nil && h.Ground == nil && h.Best.MayBeRack() {
		h.Best = h.amongLooseTiles(h.Best, h.None)
	}
}

// tryBesideLone looks beside letters to which nothing links if all that was found is known: of a short first word a single letter may be
// seen as such.
func (h *Hunt) tryBesideLone() {
	if h.Best == nil && !h.passed || h.Best != nil && !h.None(*h.Best) {
		return
	}
	h.Best = nil
	if found := slices.DeleteFunc(h.besideSingleLetter(h.fields), h.None); len(found) > 0 {
		h.Best = h.refineBest(found)
	}
}

// Result is what was found, if it is a structure that is not known.
func (h *Hunt) Result() (*hypothesis.Hypothesis, error) {
	if h.Best == nil || h.None(*h.Best) {
		return nil, ErrNoTiles
	}
	return h.Best, nil
}

// mostRefused is how many sizes are excluded at most: a picture that is hardly read at all is searched long enough.
const mostRefused = 1

// refineOrBackground is the best structure at its best or, if it is made of a cloth's squares and no cloth is known, the cloth's hues with it. A wide one
// that plainly is need not be brought to its best.
func (f *Finder) refineOrBackground(found []hypothesis.Hypothesis) (s *hypothesis.Hypothesis, cloth background.Cloth) {
	if f.Past.Cloth != nil {
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
