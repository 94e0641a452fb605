package vision

// The log-likelihood ratio of a face's edges on average from which a structure is not looked for again: where the pose was wrong it was
// less. What no rack can be is sure with less.
const (
	edgesSure = 7.0
	manySure  = 5.5
	twoSure   = 10.0 // two of a rack's tiles are easily taken for a word
)

// sure says whether the structure is seen so well that there is no reason to look for it with more effort.
func (s *structure) sure() bool {
	least := edgesSure
	switch {
	case len(s.cells) > rackLength:
		least = manySure
	case len(s.cells) == 2:
		least = twoSure
	case len(s.cells) < 2:
		return false
	}
	return s.edges > least*float64(len(s.cells))
}

// same says whether both have the same stacks in the picture: what more effort showed again, still more among the same marks would, too.
func (s *structure) same(o *structure) bool {
	if len(s.cells) != len(o.cells) {
		return false
	}
	for at, level := range o.cells {
		q := o.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		reach := sameSight * o.pose.scale(at)
		found := false
		for place, l := range s.cells {
			found = found || l == level && dist(q, s.pose.pixel(float64(place.Col), float64(place.Row), float64(l))) < reach
		}
		if !found {
			return false
		}
	}
	return true
}

// sameSight is how far apart two sights of one stack lie, at most, in pitches.
const sameSight = 0.2

// searchWhole finds the structure in the whole picture, with all that is linked to it. What little effort found, and is not sure after all
// when the rest of it is seen, or is much larger than it was taken for, it looks for once more with all effort: it may have settled as one
// side of the structure alone does.
func (f *finder) searchWhole(most effort) (*structure, error) {
	s, err := f.search(most)
	if err != nil {
		return nil, err
	}
	whole := f.entire(s)
	if s.with < most && (!whole.sure() || len(whole.cells) > len(s.cells)+fewMore) {
		if s, err = f.searchPast(s.with+1, most, nil); err == nil {
			if again := f.entire(s); len(again.cells) >= len(whole.cells) && again.explained() > whole.explained() {
				return again, nil
			}
		}
	}
	return whole, nil
}

// fewMore is by how many cells a structure may grow and still have been seen as it lies.
const fewMore = 2

// entire is the structure on the table that all around it tells, with all that is linked to it.
func (f *finder) entire(s *structure) *structure {
	return f.witnessed(f.beyond(f.anchored(s), clearly))
}

// search finds the structure in the whole picture, with so much effort at most.
func (f *finder) search(most effort) (*structure, error) {
	if err := checkLight(f.raster); err != nil {
		return nil, err
	}
	return f.searchPast(usual, most, nil)
}

// searchPast finds the structure in the whole picture with ever more effort, from first to most, and passes over what is known to be
// something else (nil: nothing is).
func (f *finder) searchPast(first, most effort, known func(*structure) bool) (*structure, error) {
	h, err := f.newHunt(known)
	if err != nil {
		return nil, err
	}
	if err := h.run(f.plan(first, most)); err != nil {
		return nil, err
	}
	h.takeUnread()
	if most == utmost {
		h.tryAmongLoose()
	}
	h.tryBesideLone()
	return h.result()
}
