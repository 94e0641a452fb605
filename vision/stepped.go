package vision

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// Seen from nearly above, a pose tilted a little explains the faces with all levels of one side wrong, and each of them surely: weighing one
// after the other then changes nothing. What is seen between stacks is the same under both poses, and tells which of them is right.

const (
	stepWeight   = 2.0  // of steps among the edges of a whole structure, against one another
	steppedLess  = 10.0 // how much less likely (logarithm) other levels are that are tried,
	steppedTried = 3    // at most so many
)

// stepped is the structure with other levels and the pose that goes with them, if that explains more of it and its steps.
func (r *raster) stepped(s *structure) *structure {
	if len(s.cells) < anewCells {
		return s
	}
	f := r.stacksUnder(s)
	f.hearSteps(bordersOf(f.places, r.steps(s, s.cells)))
	own := guess{levels: s.cells.levelsOf(f.places)}
	f.refit(&own)
	least := f.total(&own) - steppedLess
	ends := slices.DeleteFunc(f.ends(), func(h guess) bool { return h.likely < least || slices.Equal(h.levels, own.levels) })
	best, most := s, s.explained()+stepWeight*stepsTell(f.steps, own.levels)
	for _, other := range f.begun(ends[:min(len(ends), steppedTried)]) {
		o := &other
		o.evidence = maps.Clone(s.evidence)
		r.refitted(o)
		o = r.settledSteps(o)
		worth := o.explained() + stepWeight*stepsTell(bordersOf(f.places, r.steps(o, o.cells)), o.cells.levelsOf(f.places))
		if worth > most {
			best, most = o, worth
		}
	}
	return best
}

// hearSteps has levels sought with what is seen between the places.
func (f *stackField) hearSteps(steps []border) {
	f.steps, f.ofStep = steps, make([][]int, len(f.places))
	for k := range steps {
		b := &steps[k]
		f.ofStep[b.a], f.ofStep[b.b] = append(f.ofStep[b.a], k), append(f.ofStep[b.b], k)
	}
}

// stepsAt are what the steps at a place tell of a level, its neighbors having theirs.
func (f *stackField) stepsAt(levels []int, i, level int) (sum float64) {
	if f.steps == nil {
		return 0
	}
	for _, k := range f.ofStep[i] {
		if b := &f.steps[k]; b.a == i {
			sum += b.favors[level-1][levels[b.b]-1]
		} else {
			sum += b.favors[levels[b.a]-1][level-1]
		}
	}
	return sum
}

// stepsTell is what steps tell of all levels.
func stepsTell(steps []border, levels []int) (sum float64) {
	for i := range steps {
		b := &steps[i]
		sum += b.favors[levels[b.a]-1][levels[b.b]-1]
	}
	return sum
}

// levelsOf are the levels of places.
func (c stacks) levelsOf(places []engine.Place) []int {
	levels := make([]int, len(places))
	for i, at := range places {
		levels[i] = c[at]
	}
	return levels
}
