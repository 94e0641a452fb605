package search

import (
	"math"
	"slices"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
)

// All of these are hand-set. They bound the time.
const (
	othersFinished = 2    // other hypotheses of the best one's place that are refined: only refinement shows which pose is right
	placesFinished = 4    // other places whose best hypothesis is refined
	nudgeTilt      = 0.03 // radians by which a nudge tilts the table
	nudgeRounds    = 3    // nudges, each in four directions
)

// refineBest refines the best hypothesis and its alternatives, and returns the most probable. The found ones come best first.
func (f *Finder) refineBest(found []hypothesis.Hypothesis) *hypothesis.Hypothesis {
	best := found[0].Clone()
	f.Refine(&best)
	first := best.LogPosterior()
	if f.spent() {
		return &best
	}
	others, restarts := f.alternatives(&best, found)
	parallel.Both(func() { forEach(others, f.Refine) }, func() { restarts = f.refineLikely(restarts) })
	best = mostProbable(best, append(others, restarts...))
	if best.LogPosterior() > first+hypothesis.NudgeGain && !best.Converged() && !f.Without.Has(Restarts) && !f.spent() {
		best = mostProbable(best, f.refineLikely(heights.Restarts(f.Raster, &best)))
	}
	best = f.bestThickness(best)
	if best.Settled(&found[0]) || len(best.Cells) < 2 || f.Without.Has(Nudges) {
		return &best
	}
	best = f.nudged(best)
	return &best
}

// nudged tilts the table a little in all directions while the posterior gains by it: levels and a tilt are easily mistaken for each other.
func (f *Finder) nudged(best hypothesis.Hypothesis) hypothesis.Hypothesis {
	moved := false
	for range nudgeRounds {
		if f.spent() {
			break
		}
		next := mostProbable(best, forEach(tiltedCopies(&best), func(s *hypothesis.Hypothesis) { hypothesis.RefineClosely(f.Raster, s) }))
		if next.LogPosterior() < best.LogPosterior()+hypothesis.NudgeGain {
			break
		}
		best, moved = next, true
	}
	if moved {
		f.refitAndGrow(&best)
	}
	return best
}

// alternatives are other starts, if the refined best gives reason to doubt its own: others come as they are, restarts come from other levels
// and poses of the same structure.
func (f *Finder) alternatives(best *hypothesis.Hypothesis, found []hypothesis.Hypothesis) (others, restarts []hypothesis.Hypothesis) {
	if !best.Settled(&found[0]) && !f.Without.Has(Restarts) {
		others = append(others, contenders(found)...)
	}
	if f.Without.Has(Restarts) || best.Converged() && len(best.Cells) >= len(found[0].Cells) {
		return others, nil
	}
	restarts, likely := heights.LikelyRestarts(f.Raster, &found[0], math.Inf(-1))
	if flipped, ok := Flipped(&found[0]); ok {
		if more, _ := heights.LikelyRestarts(f.Raster, &flipped, likely-heights.RestartMargin); len(more) > 0 || len(restarts) == 0 {
			restarts = append(append(restarts, flipped), more...)
		}
	}
	return others, restarts
}

// contenders are other hypotheses that may be the structure: some of the first one's place under other poses, and the best of each other
// place. Only refined poses show whether tiles touch, as in a word, or lie apart, as in a rack.
func contenders(found []hypothesis.Hypothesis) []hypothesis.Hypothesis {
	var others []hypothesis.Hypothesis
	same := 0
	elsewhere := []*hypothesis.Hypothesis{&found[0]}
	for i := range found[1:] {
		other := &found[1+i]
		switch holds := func(s *hypothesis.Hypothesis) bool { return s.Covers(other) }; {
		case holds(&found[0]):
			if same++; same <= othersFinished {
				others = append(others, other.Clone())
			}
		case len(elsewhere) <= placesFinished && !slices.ContainsFunc(elsewhere, holds):
			elsewhere = append(elsewhere, other)
			others = append(others, other.Clone())
		}
	}
	return others
}

// Flipped is the second solution of a plane's pose, which looks nearly the same from far away: the table tilted as much the other way
// (Schweighofer and Pinz 2006; AprilTag's fix_pose_ambiguities). False if the plane is known, or the flipped tilt is too steep.
func Flipped(s *hypothesis.Hypothesis) (hypothesis.Hypothesis, bool) {
	middle := s.SpaceMiddle()
	view := middle.Unit()
	mirrored := func(v camerapose.Vec3) camerapose.Vec3 { return v.Add(view.Scale(-2 * v.Dot(view))) }
	p := s.Pose
	p.X, p.Y = mirrored(s.X), mirrored(s.Y)
	p.Z = p.X.Cross(p.Y)
	p.Table = p.Z
	c := s.Under(p)
	c.Pose.T = c.T.Add(middle.Add(c.SpaceMiddle().Scale(-1)))
	return c, c.Prior == nil && c.Z[2] > math.Cos(camerapose.TiltMax)
}

// tiltedCopies are copies of the structure under tables tilted a little in four directions.
func tiltedCopies(s *hypothesis.Hypothesis) []hypothesis.Hypothesis {
	var all []hypothesis.Hypothesis
	middle := s.SpaceMiddle()
	for _, turn := range []camerapose.Vec3{s.X.Scale(nudgeTilt), s.X.Scale(-nudgeTilt), s.Y.Scale(nudgeTilt), s.Y.Scale(-nudgeTilt)} {
		all = append(all, s.Under(s.Pose.Moved(camerapose.Delta{turn[0], turn[1], turn[2]}, middle)))
	}
	return all
}
