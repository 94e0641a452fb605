package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// FitEdges fits the pose to the faces' edges and to the middles that the map shows, and again to what is found from there while the pose moves
// (iterated correspondences, as in ICP; each fit is Levenberg-Marquardt with robust weights). hold is the stiffness of the table's direction, in
// 1/radian.
func FitEdges(r *picture.Raster, s *Hypothesis, net *tileface.EdgeNet, hold float64) {
	for range edgeFitRounds {
		sights := s.appendPeaks(tileface.EdgeCorrespondences(r, &s.Pose, s.Cells, net))
		if len(sights) < minCorrespondences {
			return
		}
		before := s.Pose
		s.Pose.Fit(sights, hold, fitSteps)
		s.Pose.FitTileSide(sights)
		if tileface.MaxDisplacement(&s.Pose, &before, s.Cells) < edgeFitStill {
			return
		}
	}
}

const (
	edgeFitRounds      = 4     // most fits, each to edges found again
	edgeFitStill       = 0.004 // a pose whose faces move less than this stands still, pitches
	fitSteps           = 6     // steps of each fit
	minCorrespondences = 6     // fewest edges for a fit: a pose has six degrees of freedom
)

// appendPeaks appends the peaks of the map that lie near the middles of the structure's faces.
func (s *Hypothesis) appendPeaks(all []camerapose.Correspondence) []camerapose.Correspondence {
	peaks := s.Map.Peaks()
	for _, at := range s.Cells.Places() {
		level, scale := float64(s.Cells[at]), s.Pose.Scale(at)
		middle := s.Pose.Pixel(float64(at.Col), float64(at.Row), level)
		nearest, least := -1, peakReach*scale
		for i := range peaks {
			if d := picture.Dist(peaks[i].At, middle); d < least {
				nearest, least = i, d
			}
		}
		if nearest >= 0 {
			all = append(all, camerapose.Correspondence{
				Col: float64(at.Col), Row: float64(at.Row), Level: level, At: peaks[nearest].At, Weight: 1 / (tilemap.PeakSigma() * scale),
			})
		}
	}
	return all
}

// peakReach is how far a peak may lie from its face's middle, in pitches: farther ones are of other faces.
const peakReach = 0.4

// RefineRoughly alternates between fitting the pose and reassigning the levels until few levels change.
func RefineRoughly(r *picture.Raster, s *Hypothesis) {
	FitEdges(r, s, tileface.WideEdgeNet(), camerapose.TableHold)
	for range levelRounds {
		FitEdges(r, s, tileface.WideEdgeNet(), camerapose.TableHold)
		if changed := ReassignLevels(r, s, engine.MaxHeight); float64(changed) < fewChanged*float64(len(s.Cells)) {
			break
		}
	}
}

// ReassignLevels gives every cell its likeliest level, at most reach from the present one, and returns how many changed.
func ReassignLevels(r *picture.Raster, s *Hypothesis, reach int) (changed int) {
	places := s.Cells.Places()
	s.Evidence = EvaluateAll(r, places, func(at engine.Place) *Evidence {
		return evaluateLevels(r, tileface.FineClassifier(), s, at, s.Cells[at]-reach, s.Cells[at]+reach)
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

const (
	levelRounds = 3   // most rounds of RefineRoughly
	fewChanged  = 0.1 // share of the cells whose levels changed below which it ends
)

// RefineClosely does the same for a hypothesis that is nearly right: levels change by one at most, and the narrow edge network has the last
// word. It sets the edge score.
func RefineClosely(r *picture.Raster, s *Hypothesis) {
	ReassignLevels(r, s, 1)
	FitEdges(r, s, tileface.WideEdgeNet(), camerapose.TableHold)
	ReassignLevels(r, s, 1)
	FitEdges(r, s, tileface.NarrowEdgeNet(), camerapose.TableHold)
	ReassignLevels(r, s, 1)
	s.EdgeScore = s.EdgesLogLikelihood()
}

// LowerToTable shifts the pose by whole levels so that the lowest stacks are one tile high, if that is likelier: edges alone fit a lattice a
// level higher as well. It says whether the pose changed.
func (s *Hypothesis) LowerToTable() bool {
	best, bestScore := 0, math.Inf(-1)
	for shift := range engine.MaxHeight {
		lower := s.Pose
		lower.T = s.Pose.T.Add(s.Pose.Z.Scale(-float64(shift) * s.Thickness))
		sum := -s.Prior.Mahalanobis(&lower) / 2
		for _, at := range s.Cells.Places() {
			e := s.Evidence[at]
			top := float64(NoFace)
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
