package vision

// searchWhole finds the structure in the whole picture, with all that is linked to it. What little effort found, and is not sure after all
// when the rest of it is seen, or is much larger than it was taken for, it looks for once more with all effort: it may have settled as one
// side of the structure alone does.
func (f *finder) searchWhole(most effort) (*structure, error) {
	s, err := f.search(most)
	if err != nil {
		return nil, err
	}
	whole := f.entire(s)
	if with := f.reached; with < most && (!whole.sure() || len(whole.cells) > len(s.cells)+fewMore) {
		if s, err = f.searchPast(with+1, most, nil); err == nil {
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
