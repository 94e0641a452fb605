package vision

import (
	"cmp"
	"slices"
)

// hunt is one search of the whole picture, attempt by attempt.
type hunt struct {
	*finder
	none func(structure) bool // is no structure, or known to be something else

	marks  []mark
	fields []spotField // of the last attempt
	best   *structure  // so far; nil: none
	unread *structure  // whose size was excluded
	passed bool        // something was found, but nothing that is not known
}

func (f *finder) newHunt(known func(*structure) bool) (*hunt, error) {
	marks, err := findMarks(f.raster, f.gray)
	none := func(s structure) bool { return len(s.cells) == 0 || known != nil && known(&s) }
	return &hunt{finder: f, none: none, marks: marks}, err
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
	h.reached = exhausted
	return nil
}

// prepare sets what an attempt passes over, and finds the marks that it needs beyond those before it.
func (h *hunt) prepare(a *attempt) (err error) {
	a.log()
	h.past = a.past
	if a.effort == utmost {
		h.marks, err = h.withPale(h.marks)
	}
	return err
}

// attempt looks at the whole picture once. It returns what is then still to be tried, and whether what it found is sure.
func (h *hunt) attempt(a attempt, rest plan) (next plan, sure bool) {
	h.fields = h.fieldsOf(h.cam, h.marks, a.effort, h.best)
	all := h.structuresOf(h.fields)
	h.found = slices.DeleteFunc(slices.Clone(all), h.none)
	if len(h.found) == 0 {
		h.passed = h.passed || len(all) > 0
		return rest, false
	}
	if h.shownBefore(&h.found[0]) {
		return rest.beyond(thorough), false // no more is shown; what hardly shows still may
	}
	s, cloth := h.boardOrCloth(h.found)
	if cloth != nil {
		h.marks = cloth.off(h.marks)
		return rest.repeating(a, excluded{a.past.sizes, cloth}, "tiles may lie on the cloth whose squares were taken for some"), false
	}
	if w := h.witness(); w.illegible(s) && len(a.past.sizes) < mostRefused {
		h.unread = s
		sizes := append(slices.Clip(a.past.sizes), h.fields[0].pitch)
		return rest.repeating(a, excluded{sizes, a.past.cloth}, "what was found has no letters; tiles may have another size"), false
	}
	return h.better(s, rest)
}

// shownBefore says whether the best so far holds all of a structure. A line that may be a rack is settled by every look.
func (h *hunt) shownBefore(s *structure) bool {
	return h.best != nil && !h.best.mayBeRack() && h.best.held(s) == len(s.cells)
}

// better takes a structure for the best if it explains more than that so far. It returns what is then still to be tried, and whether the
// best is sure.
func (h *hunt) better(s *structure, rest plan) (next plan, sure bool) {
	if h.best != nil {
		if s.same(h.best) {
			rest = rest.beyond(thorough) // what hardly shows may still be another
			h.reached = max(h.reached, thorough)
		}
		*s = bestOf(*h.best, []structure{*s})
	}
	h.best = s
	return rest, s.sure()
}

// takeUnread takes what had no letters after all, if nothing else was found, or nothing that has some, when there was no room to exclude more.
func (h *hunt) takeUnread() {
	if w := h.witness(); h.best == nil || len(h.past.sizes) == mostRefused && w.illegible(h.best) {
		h.best = cmp.Or(h.unread, h.best)
	}
}

// tryAmongLoose looks among loose tiles for the structure if what was found may be a rack and nobody knows how the table lies.
func (h *hunt) tryAmongLoose() {
	if h.best != nil && h.ground == nil && h.best.mayBeRack() {
		h.best = h.amongLoose(h.best, h.none)
	}
}

// tryBesideLone looks beside letters to which nothing links if all that was found is known: of a short first word a single letter may be
// seen as such.
func (h *hunt) tryBesideLone() {
	if h.best == nil && !h.passed || h.best != nil && !h.none(*h.best) {
		return
	}
	h.best = nil
	if found := slices.DeleteFunc(h.besideLone(h.fields), h.none); len(found) > 0 {
		h.best = h.finishBest(found)
	}
}

// result is what was found, if it is a structure that is not known.
func (h *hunt) result() (*structure, error) {
	if h.best == nil || h.none(*h.best) {
		return nil, errNoTiles
	}
	return h.best, nil
}

// mostRefused is how many sizes are excluded at most: a picture that is hardly read at all is searched long enough.
const mostRefused = 1

// boardOrCloth is the best structure at its best or, if it is made of a cloth's squares and no cloth is known, the cloth's hues with it. A wide one
// that plainly is need not be brought to its best.
func (f *finder) boardOrCloth(found []structure) (s *structure, cloth cloth) {
	if f.past.cloth != nil {
		return f.finishBest(found), nil
	}
	if s = &found[0]; len(s.cells) > clothWide {
		if cloth = s.clothOf(clothPlain); cloth != nil {
			return s, cloth
		}
	}
	s = f.finishBest(found)
	return s, s.clothOf(clothShare)
}

var errNoTiles = &Error{NoTiles, "no linked letter tiles were found: show the whole table from closer, in more light"}
