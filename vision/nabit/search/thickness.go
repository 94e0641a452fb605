package search

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
)

// bestThickness is the structure under the thickness that explains it best: only under the right one high stacks are seen, and what
// they link; and under another, the same stacks may pass for others.
func (f *Finder) bestThickness(best hypothesis.Hypothesis) hypothesis.Hypothesis {
	if !best.Unmeasured.ThicknessUnknown() {
		return best
	}
	free := best.Unmeasured
	for range thicknessRounds {
		next := mostProbable(best, forEach(f.Raster, thicknessVariants(&best), func(s *hypothesis.Hypothesis) {
			f.Refine(s)
			s.Unmeasured = free
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
	thicknessRounds = 2
	thicknessNear   = 0.5  // strains that differ less are not tried anew
	thicknessHeld   = 0.05 // how far a thickness may drift while it is tried (standard deviation)
)

// thicknessVariants are copies of the structure with tiles of other thicknesses, which are held there, and as many of them as reach as high.
func thicknessVariants(s *hypothesis.Hypothesis) (all []hypothesis.Hypothesis) {
	now := s.Pose.PriorResiduals()[camerapose.FreeThickness]
	for _, strain := range camerapose.ThicknessSigmas {
		if math.Abs(strain-now) < thicknessNear {
			continue
		}
		c, g := s.Clone(), *s.Unmeasured
		thicker := g.ThicknessScale(strain - now)
		c.Pose.ApplyIntrinsics([camerapose.FreeNumbers]float64{camerapose.FreeThickness: thicker}, camerapose.Vec3{})
		for at, level := range c.Cells {
			c.Cells[at] = 1 + min(int(math.Round(float64(level-1)/(1+thicker))), engine.MaxHeight-1)
		}
		g.Expected[camerapose.FreeThickness] = math.Log(c.Thickness / c.Pitch)
		g.Sigma[camerapose.FreeThickness] = thicknessHeld
		c.Unmeasured = &g
		all = append(all, c)
	}
	return all
}
