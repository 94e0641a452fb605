package vision

import (
	"math"

	"tilewatch/engine"
)

// ofAnyThickness is the structure under the thickness that explains it best: only under the right one high stacks are seen, and what
// they link; and under another, the same stacks may pass for others.
func (f *finder) ofAnyThickness(best structure) structure {
	if !best.free.anyThickness() {
		return best
	}
	free := best.free
	for range thicknessRounds {
		next := bestOf(best, f.each(best.thickened(), func(s *structure) {
			f.finish(s)
			s.free = free
			f.complete(s)
		}))
		next = bestOf(next, f.finishLikely(f.rivalsAnew(&next)))
		if next.explained() < best.explained()+nudgeGain {
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

// thickened are copies of the structure with tiles of other thicknesses, which are held there, and as many of them as reach as high.
func (s *structure) thickened() (all []structure) {
	now := s.pose.strains()[freeThickness]
	for _, strain := range thicknessStrains {
		if math.Abs(strain-now) < thicknessNear {
			continue
		}
		c, g := s.clone(), *s.free
		thicker := g.thicker(strain - now)
		c.pose.reshape([freeNumbers]float64{freeThickness: thicker}, vec3{})
		for at, level := range c.cells {
			c.cells[at] = 1 + min(int(math.Round(float64(level-1)/(1+thicker))), engine.MaxHeight-1)
		}
		g.expected[freeThickness] = math.Log(c.thickness / c.pitch)
		g.sigma[freeThickness] = thicknessHeld
		c.free = &g
		all = append(all, c)
	}
	return all
}
