package search

import (
	"cmp"
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
)

// bestThickness is the structure under the tile thickness that explains it best, if nobody measured the thickness. Only under the right one
// do high stacks fit, and what they link; under a wrong one the same stacks pass for others.
func (f *Finder) bestThickness(best hypothesis.Hypothesis) hypothesis.Hypothesis {
	if !best.Unmeasured.ThicknessUnknown() || f.Without.Has(Thicknesses) {
		return best
	}
	usual := cmp.Or(f.Usual, f.Sizes.Unmeasured)
	for range thicknessRounds {
		if f.spent() {
			break
		}
		free := heights.MeasureThickness(f.Raster, &best).Prior(usual, f.Recalled)
		best.Pose.Unmeasured = free
		next := mostProbable(best, forEach(thicknessVariants(&best), func(s *hypothesis.Hypothesis) {
			f.Refine(s)
			s.Pose.Unmeasured = free
			f.refitAndGrow(s)
		}))
		next = mostProbable(next, f.refineLikely(heights.RivalRestarts(f.Raster, &next)))
		if next.LogPosterior() < best.LogPosterior()+hypothesis.NudgeGain {
			break
		}
		best = next
	}
	return best
}

const (
	thicknessRounds = 2    // rounds of coordinate ascent over the thickness; hand-set
	thicknessNear   = 0.5  // prior sigmas; a variant nearer to the present thickness is not tried; hand-set
	thicknessHeld   = 0.05 // sigma of the log thickness that holds a variant during its refinement; hand-set
)

// thicknessVariants are copies of the structure with other thicknesses. Each prior is tight about its thickness, and the levels change so
// that each stack keeps its height.
func thicknessVariants(s *hypothesis.Hypothesis) (all []hypothesis.Hypothesis) {
	now := s.Pose.PriorResiduals()[camerapose.FreeThickness]
	for _, strain := range camerapose.ThicknessSigmas {
		if math.Abs(strain-now) < thicknessNear {
			continue
		}
		c, g := s.Clone(), *s.Unmeasured
		thicker := g.ThicknessScale(&s.Pose, strain)
		c.Pose.ApplyIntrinsics([camerapose.FreeNumbers]float64{camerapose.FreeThickness: thicker}, camerapose.Vec3{})
		for at, level := range c.Cells {
			c.Put(at, 1+min(int(math.Round(float64(level-1)/(1+thicker))), engine.MaxHeight-1))
		}
		g.Expected[camerapose.FreeThickness] = math.Log(c.Thickness / c.Pitch)
		g.Sigma[camerapose.FreeThickness] = thicknessHeld
		c.Pose.Unmeasured = &g
		all = append(all, c)
	}
	return all
}
