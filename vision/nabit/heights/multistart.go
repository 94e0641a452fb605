package heights

import (
	"slices"

	"tilewatch/vision/lattice"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Seen from nearly above, a slightly tilted pose explains the faces with all levels of one side wrong, each with confidence: single changes then
// lower the posterior. The borders look the same under both poses, and decide which is right. Where another optimum explains nearly
// as much, the levels in which it differs are in doubt.

// Bounds of multistart, in log-posterior. Hand-set; testdata/nabit/steps guards them: on its second
// board other heights need another pose, and on its sixth most stacks start a tile too low.
const (
	stepWeight       = 4.0  // weight of the borders' log-potential against the faces' and edges'
	multistartMargin = 40.0 // an optimum this much below the present levels is not refined
	multistartTried  = 3    // optima refined at most
	multistartGain   = 2.0  // least gain at which another optimum replaces the present one
	modeTemper       = 0.3  // exponent on the ratio of posteriors when optima are mixed: their errors are correlated
)

// multistart restarts the inference from other local optima of the joint model, borders included, and returns the best model and all
// the others. It skips levels in tried.
func multistart(r *picture.Raster, s *heightModel, tried []lattice.Levels) (best *heightModel, others []*heightModel) {
	if len(s.Cells) < minRestartCells {
		return s, nil
	}
	f := newJointModel(r, s.Hypothesis)
	f.graph = s.graph
	own := jointState{levels: s.Cells.LevelsOf(f.places)}
	f.refitPose(&own)
	least := f.logPosterior(&own) - multistartMargin
	optima := slices.DeleteFunc(f.localOptima(), func(h jointState) bool {
		return h.logPosterior < least || slices.Equal(h.levels, own.levels) || slices.Min(h.levels) > 1
	})
	starts := f.hypothesesOf(optima[:min(len(optima), multistartTried)])
	others = make([]*heightModel, len(starts), len(starts)+1)
	parallel.Do(len(starts), func(i int) {
		Refit(r, &starts[i])
		others[i], _ = inferFrom(r, &starts[i], tried)
	})
	best, least = s, s.logPosterior()+multistartGain
	for _, b := range others {
		if e := b.logPosterior(); e > least {
			best, least = b, e
		}
	}
	return best, append(others, s)
}
