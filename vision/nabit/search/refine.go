package search

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hidden"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

const (
	othersFinished = 2    // of the same structure: where poses differ, only the end shows which is right
	placesFinished = 4    // of other places
	nudgeTilt      = 0.03 // radians by which a table is tilted to see whether that explains more
	nudgeRounds    = 3
)

// refineBest finishes the best structure. If its pose does not settle, or its edges are not seen well, other beginnings are finished,
// too, and the one that explains most wins. Where levels and a tilt of the table are easily mistaken for each other, tables tilted a
// little in all directions are tried as well.
func (f *Finder) refineBest(found []hypothesis.Hypothesis) *hypothesis.Hypothesis {
	best := found[0].Clone()
	f.Refine(&best)
	first := best.LogPosterior()
	others, anew := f.alternatives(&best, found)
	parallel.Both(func() { forEach(f.Raster, others, f.Refine) }, func() { anew = f.refineLikely(anew) })
	best = mostProbable(best, append(others, anew...))
	if sunk, ok := raisedByOneLevel(f.Raster, &best); ok && best.LogPosterior() != first {
		best = mostProbable(best, forEach(f.Raster, []hypothesis.Hypothesis{sunk}, f.Refine)) // one side of the structure, a tile too low, may have won over all of it
	}
	if best.LogPosterior() > first+hypothesis.NudgeGain && !best.Converged() {
		best = mostProbable(best, f.refineLikely(heights.Restarts(f.Raster, &best)))
	}
	best = f.bestThickness(best)
	if best.Settled(&found[0]) || len(best.Cells) < 2 {
		return &best
	}
	nudged := false
	for range nudgeRounds {
		next := mostProbable(best, forEach(f.Raster, tiltedCopies(&best), func(s *hypothesis.Hypothesis) { hypothesis.RefineClosely(f.Raster, s) }))
		if next.LogPosterior() < best.LogPosterior()+hypothesis.NudgeGain {
			break
		}
		best, nudged = next, true
	}
	if nudged {
		f.refitAndGrow(&best)
	}
	return &best
}

// alternatives are other beginnings than that of which the best structure came, as far as its end gives reason to doubt it: others, and the
// same one begun anew.
func (f *Finder) alternatives(best *hypothesis.Hypothesis, found []hypothesis.Hypothesis) (others, anew []hypothesis.Hypothesis) {
	if sunk, ok := raisedByOneLevel(f.Raster, best); ok {
		others = append(others, sunk)
	}
	if !best.Settled(&found[0]) {
		others = append(others, contenders(found)...)
	}
	if best.Converged() && len(best.Cells) >= len(found[0].Cells) {
		return others, nil
	}
	if leveled, ok := heights.Detrended(best); ok {
		others = append(others, leveled)
	}
	anew, likely := heights.LikelyRestarts(f.Raster, &found[0], math.Inf(-1))
	if reversed, ok := Flipped(&found[0]); ok {
		if more, _ := heights.LikelyRestarts(f.Raster, &reversed, likely-heights.RestartMargin); len(more) > 0 || len(anew) == 0 {
			anew = append(append(anew, reversed), more...)
		}
	}
	return others, anew
}

// contenders are structures that may be what the first was taken for: some of the same one under other poses, and the best of each other
// place, for only when poses are at their best tiles that touch are told from those that are set in a loose line.
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

// Flipped is the structure on the table that looks nearly the same from far away: tilted as much the other way. False if a camera
// hardly sees it so.
func Flipped(s *hypothesis.Hypothesis) (hypothesis.Hypothesis, bool) {
	middle := s.SpaceMiddle()
	view := middle.Unit()
	mirrored := func(v camerapose.Vec3) camerapose.Vec3 { return v.Add(view.Scale(-2 * v.Dot(view))) }
	c := s.Clone()
	c.X, c.Y = mirrored(s.X), mirrored(s.Y)
	c.Z = c.X.Cross(c.Y)
	c.Table = c.Z
	c.T = c.T.Add(middle.Add(c.SpaceMiddle().Scale(-1)))
	return c, c.Prior == nil && c.Z[2] > math.Cos(camerapose.TiltMax)
}

// mostProbable is the structure that explains most. Of lines that may be racks and lie apart it is the one whose tiles touch: that all of its
// edges lie where they should tells more than how many tiles there are, but for two that may be any of a rack's.
func mostProbable(best hypothesis.Hypothesis, others []hypothesis.Hypothesis) hypothesis.Hypothesis {
	for i := range others {
		o := &others[i]
		better := o.LogPosterior()-o.Looseness() > best.LogPosterior()-best.Looseness()
		if min(len(o.Cells), len(best.Cells)) > 2 && o.MayBeRack() && best.MayBeRack() && !o.Covers(&best) && !best.Covers(o) {
			better = o.Touching() > best.Touching()
		}
		if better {
			best = *o
		}
	}
	return best
}

// forEach does the same to all structures, and returns them.
func forEach(r *picture.Raster, all []hypothesis.Hypothesis, do func(*hypothesis.Hypothesis)) []hypothesis.Hypothesis {
	parallel.Do(len(all), func(i int) { do(&all[i]) })
	return all
}

// grow goes out from the cells known: every neighbor that looks like a tile joins. Then color judges the faces without letters, and of the
// places that claim one face the likeliest has it.
func (f *Finder) grow(j *tileface.Classifier, s *hypothesis.Hypothesis) {
	g := hypothesis.Grow(f.Raster, j, s, f.Past.Cloth.Discount)
	background.ScoreBlanks(s, g.Kept, g.Weak, g.Faint)
	hidden.SuppressDuplicateFaces(s, g.Kept, nil)
	s.Keep(&g)
}

// Refine brings pose and stacks to their best.
func (f *Finder) Refine(s *hypothesis.Hypothesis) {
	rough := s.Clone()
	hypothesis.RefineRoughly(f.Raster, s)
	f.refineFromNear(s, &rough)
}

// refinedAtMost is how many of several beginnings are finished.
const refinedAtMost = 4

// refineLikely finishes those of several beginnings that explain most when they come near to their best.
func (f *Finder) refineLikely(all []hypothesis.Hypothesis) []hypothesis.Hypothesis {
	type begun struct{ near, rough hypothesis.Hypothesis }
	tries := make([]begun, len(all))
	parallel.Do(len(all), func(i int) {
		tries[i] = begun{all[i], all[i].Clone()}
		hypothesis.RefineRoughly(f.Raster, &tries[i].near)
		tries[i].near.EdgeScore = tries[i].near.EdgesLogLikelihood()
	})
	slices.SortStableFunc(tries, func(a, b begun) int { return cmp.Compare(b.near.LogPosterior(), a.near.LogPosterior()) })
	ends := make([]hypothesis.Hypothesis, min(len(tries), refinedAtMost))
	parallel.Do(len(ends), func(i int) {
		ends[i] = tries[i].near
		f.refineFromNear(&ends[i], &tries[i].rough)
	})
	return ends
}

// refineFromNear brings pose and stacks to their best from near; rough is what it was begun with.
func (f *Finder) refineFromNear(s, rough *hypothesis.Hypothesis) {
	hypothesis.FitEdges(f.Raster, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	hypothesis.ReassignLevels(f.Raster, s, 1)
	hypothesis.FitEdges(f.Raster, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	f.growClosely(s)
	if len(s.Cells) < 2 {
		*s = hypothesis.Hypothesis{Pose: rough.Pose, Cells: rough.Cells, Marks: rough.Marks}
		f.grow(tileface.CoarseClassifier(), s)
		return
	}
	s.LowerToTable()
	f.refitAndGrow(s)
}

// refitAndGrow fits the pose to all cells, and looks for all of them.
func (f *Finder) refitAndGrow(s *hypothesis.Hypothesis) {
	hypothesis.FitEdges(f.Raster, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	f.growClosely(s)
	hidden.ReconsiderClaims(f.Raster, s, nil)
	hidden.FindOccluded(f.Raster, s)
	s.EdgeScore = s.EdgesLogLikelihood()
}

// tiltedCopies are copies of the structure under tables tilted a little in four directions.
func tiltedCopies(s *hypothesis.Hypothesis) []hypothesis.Hypothesis {
	var all []hypothesis.Hypothesis
	middle := s.SpaceMiddle()
	for _, turn := range []camerapose.Vec3{s.X.Scale(nudgeTilt), s.X.Scale(-nudgeTilt), s.Y.Scale(nudgeTilt), s.Y.Scale(-nudgeTilt)} {
		c := s.Clone()
		c.Pose = s.Pose.Moved(camerapose.Delta{turn[0], turn[1], turn[2]}, middle)
		all = append(all, c)
	}
	return all
}

// raisedByOneLevel is the structure with the table a tile lower, if faces are seen where they would lie in the table: then what was taken for the
// first level may be the second.
func raisedByOneLevel(r *picture.Raster, s *hypothesis.Hypothesis) (hypothesis.Hypothesis, bool) {
	low := map[engine.Place]bool{}
	for at, level := range s.Cells {
		if level == 1 {
			if score, inside := faceInsideTable(r, s, at); inside && score > s.Evidence[at].Height[0] {
				low[at] = true
			}
		}
	}
	for _, at := range s.Cells.Boundary() {
		if score, inside := faceInsideTable(r, s, at); inside && score > hypothesis.CellScoreCap && score > s.Evidence[at].Tile {
			low[at] = true
		}
	}
	c := s.Clone()
	c.Pose.T = s.Pose.T.Add(s.Pose.Z.Scale(s.Thickness))
	for at, level := range s.Cells {
		c.Cells[at] = min(level+1, engine.MaxHeight)
	}
	for at := range low {
		c.Cells[at] = 1
	}
	return c, len(low) > 0
}

// faceInsideTable is how much like a tile's face it looks where one would lie in the table.
func faceInsideTable(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place) (score float64, inside bool) {
	v := tileface.SampleFaceClosely(r, &s.Pose, at, 0)
	return tileface.FineClassifier().Score(v.Features()), v.Inside
}
