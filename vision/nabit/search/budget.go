package search

import "cmp"

// usualBudget is how many looks at a picture (picture.Raster.Looks) its search may take before it stops trying more. Hand-set: the hardest board of the
// development scenes that is read right takes 183,000, most less than 85,000.
const usualBudget = 200_000

// spent says whether the search has used up its budget, and notes what follows: something is left untried. Looks are counted, not seconds, so the
// answer does not depend on the machine; therefore nothing may ask while another goroutine looks at the picture.
func (f *Finder) spent() bool {
	f.Unfinished = f.Unfinished || f.Raster.Looks() >= f.begun+cmp.Or(f.Budget, usualBudget)
	return f.Unfinished
}
