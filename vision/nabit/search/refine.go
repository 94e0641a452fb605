package search

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/hidden"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/tileface"
)

// Refine brings pose, levels and cells to a local optimum of the posterior: roughly first, then with the narrow edge network and regrowth.
func (f *Finder) Refine(s *hypothesis.Hypothesis) {
	hypothesis.RefineRoughly(f.Raster, s)
	f.refineFromNear(s)
}

// refinedAtMost is how many of several starts refineLikely refines to the end. Hand-set: it bounds the time.
const refinedAtMost = 4

// refineLikely refines all starts roughly, and the most probable of them to the end.
func (f *Finder) refineLikely(all []hypothesis.Hypothesis) []hypothesis.Hypothesis {
	forEach(all, func(s *hypothesis.Hypothesis) {
		hypothesis.RefineRoughly(f.Raster, s)
		s.ScoreEdges()
	})
	slices.SortStableFunc(all, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.LogPosterior(), a.LogPosterior()) })
	return forEach(all[:min(len(all), refinedAtMost)], f.refineFromNear)
}

// refineFromNear refines to the end what is refined roughly already.
func (f *Finder) refineFromNear(s *hypothesis.Hypothesis) {
	hypothesis.FitEdges(f.Raster, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	hypothesis.ReassignLevels(f.Raster, s, 1)
	hypothesis.FitEdges(f.Raster, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	f.grow(tileface.FineClassifier(), s)
	f.refitAndGrow(s)
}

// refitAndGrow fits the pose to all cells, grows again, and finds the occluded tiles.
func (f *Finder) refitAndGrow(s *hypothesis.Hypothesis) {
	hypothesis.FitEdges(f.Raster, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	f.grow(tileface.FineClassifier(), s)
	if !f.Without.Has(Hidden) {
		hidden.FindOccluded(f.Raster, s)
	}
	s.ScoreEdges()
}

// grow adds every neighbor that looks like a tile, ring by ring. Then hues score the blank faces, and where several places claim one face,
// non-maximum suppression leaves the likeliest.
func (f *Finder) grow(j *tileface.Classifier, s *hypothesis.Hypothesis) {
	g := hypothesis.Grow(f.Raster, j, s)
	if !f.Without.Has(Hues) {
		background.ScoreBlanks(s, g.Kept, g.Weak, g.Faint)
	}
	if !f.Without.Has(Claims) {
		hidden.SuppressDuplicateFaces(s, g.Kept, nil)
	}
	s.Keep(&g)
}

// forEach applies do to all hypotheses in parallel, and returns them.
func forEach(all []hypothesis.Hypothesis, do func(*hypothesis.Hypothesis)) []hypothesis.Hypothesis {
	parallel.Do(len(all), func(i int) { do(&all[i]) })
	return all
}

// clearlyOnBoard is from how much on the map, log-odds, tells the board from a rack. Hand-set: most faces of either have 5 or more.
const clearlyOnBoard = 6

// onRack says whether the map clearly shows a rack where s lies, and the board elsewhere: print, say, may hide the board's letters from the search for
// marks.
func onRack(s *hypothesis.Hypothesis) bool { return s.OnBoard < -clearlyOnBoard && s.Missed() > 0 }

// mostProbable is the hypothesis with the highest posterior, less what it misses of the board on the map. Of two that lie apart the one wins that the map
// clearly shows to be the board. On a tie the earlier one wins.
func mostProbable(best hypothesis.Hypothesis, others []hypothesis.Hypothesis) hypothesis.Hypothesis {
	for i := range others {
		o := &others[i]
		better := o.LogPosterior()-o.Missed() > best.LogPosterior()-best.Missed()
		apart := !o.Covers(&best) && !best.Covers(o)
		if more := o.OnBoard - best.OnBoard; apart && math.Abs(more) > clearlyOnBoard {
			better = more > 0
		}
		if better {
			best = *o
		}
	}
	return best
}
