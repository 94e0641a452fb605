package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// FitEdges fits the pose to the edges of the faces, again while it moves. hold is how strongly the table's direction is held, in
// 1/radian.
func FitEdges(r *picture.Raster, s *Hypothesis, l *tileface.EdgeNet, hold float64) {
	for range edgeFitRounds {
		sights := tileface.EdgeCorrespondences(r, &s.Pose, s.Cells, l)
		if len(sights) < minCorrespondences {
			return
		}
		before := s.Pose
		s.Pose.Fit(sights, hold, 6)
		s.Pose.FitTileSide(sights)
		if tileface.MaxDisplacement(&s.Pose, &before, s.Cells) < edgeFitStill {
			return
		}
	}
}

// A pose is fitted again at most so often, while its faces move further than this, in pitches.
const (
	edgeFitRounds = 4
	edgeFitStill  = 0.004
)

const minCorrespondences = 6 // with fewer edges than this a pose is not fitted

// RefineRoughly brings pose and stacks near to their best.
func RefineRoughly(r *picture.Raster, s *Hypothesis) {
	FitEdges(r, s, tileface.WideEdgeNet(), camerapose.TableHold)
	for range levelRounds {
		FitEdges(r, s, tileface.WideEdgeNet(), camerapose.TableHold)
		if changed := ReassignLevels(r, s, engine.MaxHeight); float64(changed) < fewChanged*float64(len(s.Cells)) {
			break
		}
	}
}

// ReassignLevels judges the height of every cell anew, as far as it may be off by so many levels, and returns how many it changed.
func ReassignLevels(r *picture.Raster, s *Hypothesis, off int) (changed int) {
	places := s.Cells.Places()
	s.Evidence = EvaluateAll(r, places, func(at engine.Place) *Evidence {
		return evaluateLevels(r, tileface.FineClassifier(), s, at, s.Cells[at]-off, s.Cells[at]+off)
	})
	for _, at := range places {
		if best := s.Evidence[at].Best; best != s.Cells[at] {
			s.Cells[at] = best
			changed++
		}
	}
	s.LowerToTable()
	return changed
}

// Levels and pose are told from each other: while levels change, the pose is not what it will be.
const (
	levelRounds = 3
	fewChanged  = 0.1
)

// RefineClosely brings the pose of a nearly finished structure to its best.
func RefineClosely(r *picture.Raster, s *Hypothesis) {
	ReassignLevels(r, s, 1)
	FitEdges(r, s, tileface.WideEdgeNet(), camerapose.TableHold)
	ReassignLevels(r, s, 1)
	FitEdges(r, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	ReassignLevels(r, s, 1)
	s.EdgeScore = s.EdgesLogLikelihood()
}

// LowerToTable sets the pose so that the lowest stacks are one tile high: edges alone do not tell a lattice from the same one
// a level higher. It says whether the pose changed.
func (s *Hypothesis) LowerToTable() bool {
	best, bestScore := 0, math.Inf(-1)
	for shift := range engine.MaxHeight {
		lower := s.Pose
		lower.T = s.Pose.T.Add(s.Pose.Z.Scale(-float64(shift) * s.Thickness))
		sum := -s.Prior.Mahalanobis(&lower) / 2
		for _, at := range s.Cells.Places() {
			e := s.Evidence[at]
			top := -12.0
			for l := shift; l < engine.MaxHeight; l++ {
				top = max(top, e.Height[l]-e.Height[e.Best-1]+camerapose.HeightPrior[l-shift])
			}
			sum += top
		}
		if sum > bestScore {
			best, bestScore = shift, sum
		}
	}
	if best == 0 {
		return false
	}
	s.Pose.T = s.Pose.T.Add(s.Pose.Z.Scale(-float64(best) * s.Thickness))
	for at := range s.Cells {
		s.Cells[at] = max(1, s.Cells[at]-best)
	}
	return true
}
