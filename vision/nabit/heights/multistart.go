package heights

import (
	"maps"
	"slices"

	"tilewatch/vision/lattice"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Seen from nearly above, a pose tilted a little explains the faces with all levels of one side wrong, and each of them surely: weighing one
// after the other then changes nothing. What is seen between stacks is the same under both poses, and tells which of them is right. Where
// another explains nearly as much, the levels in which it differs are in doubt.

const (
	stepWeight       = 4.0  // of steps among the edges of a whole structure, against one another
	multistartMargin = 40.0 // how much less likely (logarithm) other levels are that are tried,
	multistartTried  = 3    // at most so many
	multistartGain   = 2.0  // what must be gained (log-likelihood) for other levels
	modeTemper       = 0.3  // share of what tells a structure from others (logarithm) by which they are weighed: their errors are alike
)

// stepLikelihoods is the structure with other levels and the pose that goes with them, if that explains more of it and its steps, and which others
// there are. Heights that were tried are passed by.
func multistart(r *picture.Raster, s *heightModel, tried []lattice.Levels) (best *heightModel, others []*heightModel) {
	if len(s.Cells) < minRestartCells {
		return s, nil
	}
	f := newJointModel(r, s.Hypothesis)
	f.graph = s.graph
	own := jointState{levels: s.Cells.LevelsOf(f.places)}
	f.refitPose(&own)
	least := f.logPosterior(&own) - multistartMargin
	ends := slices.DeleteFunc(f.localOptima(), func(h jointState) bool {
		return h.logPosterior < least || slices.Equal(h.levels, own.levels) || slices.Min(h.levels) > 1
	})
	begun := f.hypothesesOf(ends[:min(len(ends), multistartTried)])
	others = make([]*heightModel, len(begun), len(begun)+1)
	parallel.Do(len(begun), func(i int) {
		begun[i].Evidence = maps.Clone(s.Evidence)
		Refit(r, &begun[i])
		others[i], _ = inferFrom(r, &begun[i], tried)
	})
	best, least = s, s.logPosterior()+multistartGain
	for _, b := range others {
		if e := b.logPosterior(); e > least {
			best, least = b, e
		}
	}
	return best, append(others, s)
}
