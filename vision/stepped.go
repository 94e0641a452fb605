package vision

import (
	"maps"
	"slices"
)

// Seen from nearly above, a pose tilted a little explains the faces with all levels of one side wrong, and each of them surely: weighing one
// after the other then changes nothing. What is seen between stacks is the same under both poses, and tells which of them is right. Where
// another explains nearly as much, the levels in which it differs are in doubt.

const (
	stepWeight   = 4.0  // of steps among the edges of a whole structure, against one another
	steppedLess  = 40.0 // how much less likely (logarithm) other levels are that are tried,
	steppedTried = 3    // at most so many
	steppedGain  = 2.0  // what must be gained (log-likelihood) for other levels
	steppedSay   = 0.3  // share of what tells a structure from others (logarithm) by which they are weighed: their errors are alike
)

// stepped is the structure with other levels and the pose that goes with them, if that explains more of it and its steps, and which others
// there are. Heights that were tried are passed by.
func (r *raster) stepped(s *bordered, tried []stacks) (best *bordered, others []*bordered) {
	if len(s.cells) < anewCells {
		return s, nil
	}
	f := r.stacksUnder(s.structure)
	f.steps = s.borders
	own := guess{levels: s.cells.levelsOf(f.places)}
	f.refit(&own)
	least := f.total(&own) - steppedLess
	ends := slices.DeleteFunc(f.ends(), func(h guess) bool {
		return h.likely < least || slices.Equal(h.levels, own.levels) || slices.Min(h.levels) > 1
	})
	begun := f.begun(ends[:min(len(ends), steppedTried)])
	others = make([]*bordered, len(begun), len(begun)+1)
	onAllCores(len(begun), func(i int) {
		begun[i].evidence = maps.Clone(s.evidence)
		r.refitted(&begun[i])
		others[i], _ = r.settledHeights(&begun[i], tried)
	})
	best, least = s, s.explained()+steppedGain
	for _, b := range others {
		if e := b.explained(); e > least {
			best, least = b, e
		}
	}
	return best, append(others, s)
}
