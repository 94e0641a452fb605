package vision

import (
	"maps"
	"slices"
)

// Seen from nearly above, a pose tilted a little explains the faces with all levels of one side wrong, and each of them surely: weighing one
// after the other then changes nothing. What is seen between stacks is the same under both poses, and tells which of them is right.

const (
	stepWeight   = 4.0  // of steps among the edges of a whole structure, against one another
	steppedLess  = 10.0 // how much less likely (logarithm) other levels are that are tried,
	steppedTried = 3    // at most so many
)

// stepped is the structure with other levels and the pose that goes with them, if that explains more of it and its steps. Heights that were
// tried are passed by.
func (r *raster) stepped(s *bordered, tried []stacks) *bordered {
	if len(s.cells) < anewCells {
		return s
	}
	f := r.stacksUnder(s.structure)
	f.steps = s.borders
	own := guess{levels: s.cells.levelsOf(f.places)}
	f.refit(&own)
	least := f.total(&own) - steppedLess
	ends := slices.DeleteFunc(f.ends(), func(h guess) bool { return h.likely < least || slices.Equal(h.levels, own.levels) })
	others := f.begun(ends[:min(len(ends), steppedTried)])
	settled := make([]*bordered, len(others))
	onAllCores(len(others), func(i int) {
		others[i].evidence = maps.Clone(s.evidence)
		r.refitted(&others[i])
		settled[i], _ = r.settledHeights(&others[i], tried)
	})
	best := s
	for _, b := range settled {
		if b.explained() > best.explained() {
			best = b
		}
	}
	return best
}
