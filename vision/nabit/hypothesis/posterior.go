package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/tileface"
)

// Sure says whether the structure is seen so well that more effort would find nothing better.
func (s *Hypothesis) Sure() bool {
	least := edgesSure
	switch {
	case len(s.Cells) > RackLength:
		least = manySure
	case len(s.Cells) == 2:
		least = twoSure
	case len(s.Cells) < 2:
		return false
	}
	return s.EdgeScore > least*float64(len(s.Cells))
}

// Least mean edge scores of a sure structure: wrong poses of the development scenes score less.
const (
	edgesSure = 7.0
	manySure  = 5.5  // for more tiles than a rack holds
	twoSure   = 10.0 // for two tiles: two tiles of a rack easily pass for a word
)

const (
	edgesConverged = 8.0                // least mean edge score of a converged pose; below it the search restarts from other levels and tilts
	EdgesSettled   = 6.5                // least mean edge score of a settled pose
	keptCells      = 0.85               // least share of the cells that a settled pose keeps
	SteepTilt      = 28 * math.Pi / 180 // beyond this tilt, a wrong level does not pass for a tilt of the table
)

// Converged says whether the edge score is so good that no other pose is worth a try.
func (s *Hypothesis) Converged() bool { return s.EdgeScore > edgesConverged*float64(len(s.Cells)) }

// Fitted says whether the edge score is that of a settled pose.
func (s *Hypothesis) Fitted() bool { return s.EdgeScore > EdgesSettled*float64(len(s.Cells)) }

// Settled says whether the pose has settled and kept the cells that the hypothesis began with: a pose that settles on one side of the structure
// only loses cells of the other.
func (s *Hypothesis) Settled(from *Hypothesis) bool {
	return s.Fitted() && float64(len(s.Cells)) > keptCells*float64(len(from.Cells))
}

// Missed is the log-likelihood that a structure loses by the faces of the board that the map shows and it does not hold.
func (s *Hypothesis) Missed() (sum float64) {
	for _, p := range s.Map.Peaks() {
		if p.Board > 0 && !s.ShowsFaceAt(p.At) {
			sum += tilemap.PeakOdds()
		}
	}
	return sum
}

// quality is the score as a share of the score of as many sure tiles.
func (s *Hypothesis) quality() float64 {
	return s.Score / (CellScoreCap * float64(max(1, len(s.Cells))))
}

// Rank compares hypotheses of different structures: how much the faces explain times how well, plus the edge score, discounted for racks.
func (s *Hypothesis) Rank() float64 {
	worth := s.Score*math.Sqrt(max(0, s.quality())) + s.EdgeScore
	return worth * math.Exp(-s.RackPenalty*math.Copysign(1, worth))
}

// LogPosterior is the log-posterior of the pose and the cells, up to a constant: edges, faces, levels, the plane prior and the cost of
// unmeasured intrinsics. It compares hypotheses of the same structure.
func (s *Hypothesis) LogPosterior() float64 {
	return s.EdgeScore + s.FacesLogLikelihood() - (s.Prior.Mahalanobis(&s.Pose)+s.PriorCost())/2
}

// FacesLogLikelihood is its part for the faces and the levels.
func (s *Hypothesis) FacesLogLikelihood() float64 {
	sum := 0.0
	for _, at := range s.Cells.Places() {
		sum += s.FaceLogLikelihood(at) + s.letterLogPrior(at)
	}
	return sum
}

// FaceLogLikelihood is the part of one stack's face and level.
func (s *Hypothesis) FaceLogLikelihood(at engine.Place) float64 {
	level := s.Cells[at]
	score := min(s.Evidence[at].Height[level-1], faceScoreCap)
	if s.Evidence[at].Part {
		score = min(score, 0) // under a wrong pose, too, stacks seem to hide faces: one more speaks for no pose
	}
	if s.Unmeasured.ThicknessUnknown() {
		score = tileface.LevelLikelihood(score) // the score takes the sides' thickness as known: it counts less
	}
	return score + s.LevelPrior(at, level)
}

// faceScoreCap is the most that a face's score counts.
const faceScoreCap = 20

// letterLogPrior is the log-prior of what the face at a place shows, a letter or none.
func (s *Hypothesis) letterLogPrior(at engine.Place) float64 {
	e := s.Evidence[at]
	return e.Face[e.Best-1].BlankPenalty()
}

// EdgesLogLikelihood is the edge score: the log-likelihood ratio of all edges where the pose has them against anywhere near, as last evaluated.
func (s *Hypothesis) EdgesLogLikelihood() float64 {
	sum := 0.0
	for _, at := range s.Cells.Places() {
		sum += s.EdgesLogLikelihoodAt(at)
	}
	return sum
}

// EdgesLogLikelihoodAt is the part of one stack. Sides below a taller neighbor do not count: the neighbor's wall hides the edge.
func (s *Hypothesis) EdgesLogLikelihoodAt(at engine.Place) (sum float64) {
	level := s.Cells[at]
	for side, here := range s.Evidence[at].Face[level-1].Here {
		if s.Cells[at.Add(lattice.SideSteps[side])] <= level {
			sum += 2 * here // here is the mean of two halves
		}
	}
	return sum
}

// NudgeGain is the least gain in log-likelihood that counts as an improvement.
const NudgeGain = 2.0
