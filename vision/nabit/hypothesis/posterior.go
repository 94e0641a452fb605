package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/tileface"
)

// Sure says whether the structure is seen so well that there is no reason to look for it with more effort.
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

// The log-likelihood ratio of a face's edges on average from which a structure is not looked for again: where the pose was wrong it was
// less. What no rack can be is sure with less.
const (
	edgesSure = 7.0
	manySure  = 5.5
	twoSure   = 10.0 // two of a rack's tiles are easily taken for a word
)

const (
	edgesAtRest  = 8.0                // log-likelihood ratio of a face's edges on average; with less, other levels and tilts are begun with, too
	EdgesSettled = 6.5                // with less, the pose may not have settled
	keptCells    = 0.85               // share of the cells that is left when some were none
	SteepTilt    = 28 * math.Pi / 180 // seen at more than this angle, levels are not mistaken for a tilt of the table
)

// Converged says whether the faces' edges are seen so well where the pose has them that there is no reason to look for another.
func (s *Hypothesis) Converged() bool { return s.EdgeScore > edgesAtRest*float64(len(s.Cells)) }

// Fitted says whether the pose has settled.
func (s *Hypothesis) Fitted() bool { return s.EdgeScore > EdgesSettled*float64(len(s.Cells)) }

// Settled says whether the pose has settled, and none of the cells it was found with were lost on the way, as they are when only one
// side of the structure settles.
func (s *Hypothesis) Settled(from *Hypothesis) bool {
	return s.Fitted() && float64(len(s.Cells)) > keptCells*float64(len(from.Cells))
}

// Touching is how well the edges of the tiles lie where they should, the better the more of them show it. A seam between two tiles may
// not be seen at all; a rack's tiles show two edges there, neither where it should be.
func (s *Hypothesis) Touching() float64 {
	sum, n := 0.0, 0.0
	for _, at := range s.Cells.Places() {
		level := s.Cells[at]
		v := &s.Evidence[at].Face[level-1]
		for side, step := range lattice.SideSteps {
			switch beside := s.Cells[at.Add(step)]; {
			case beside < level:
				sum, n = sum+v.Here[side], n+1
			case beside == level:
				sum, n = sum+v.Seam[side], n+v.Shown[side]
			}
		}
	}
	return sum / (n + touchingSides)
}

// touchingSides is how many sides tell whether tiles touch.
const touchingSides = 6

// Looseness is what speaks against the structure if it is a line of tiles of one color that do not touch, as a rack's, or a single tile.
func (s *Hypothesis) Looseness() float64 {
	if s.MayBeRack() && (!s.Fitted() || len(s.Cells) <= 2 && !s.Sure()) {
		return rackLoose
	}
	return 0
}

// rackLoose is the logarithm of how much seldomer such a line is a word.
const rackLoose = 20

// quality is the share of the score that the structure would have if every cell were surely a tile.
func (s *Hypothesis) quality() float64 {
	return s.Score / (CellScoreCap * float64(max(1, len(s.Cells))))
}

// Rank weighs how much is explained by how well, and whether it is a rack.
func (s *Hypothesis) Rank() float64 {
	worth := s.Score*math.Sqrt(max(0, s.quality())) + s.EdgeScore
	return worth * math.Exp(-s.RackPenalty*math.Copysign(1, worth))
}

// LogPosterior is the logarithm of how likely the picture is with this structure under this pose: the faces and their edges, that
// stacks of these heights lie on a table, and that it is the table known.
func (s *Hypothesis) LogPosterior() float64 {
	return s.EdgeScore + s.FacesLogLikelihood() - (s.Prior.Mahalanobis(&s.Pose)+s.PriorCost())/2
}

// FacesLogLikelihood is the part of it that the faces and the stacks' heights are.
func (s *Hypothesis) FacesLogLikelihood() float64 {
	sum := 0.0
	for _, at := range s.Cells.Places() {
		sum += s.FaceLogLikelihood(at) + s.letterLogPrior(at)
	}
	return sum
}

// FaceLogLikelihood is what a stack's face and its height are of that.
func (s *Hypothesis) FaceLogLikelihood(at engine.Place) float64 {
	level := s.Cells[at]
	score := min(s.Evidence[at].Height[level-1], faceScoreCap)
	if s.Unmeasured.ThicknessUnknown() {
		score = tileface.LevelLikelihood(score) // how thick the tiles' own sides are is hardly part of it
	}
	return score + s.LevelPrior(at, level)
}

// faceScoreCap is the logarithmic score that says all a face can say.
const faceScoreCap = 20

// letterLogPrior is the logarithm of how often a tile shows what the face at a place shows: a letter, or nothing.
func (s *Hypothesis) letterLogPrior(at engine.Place) float64 {
	e := s.Evidence[at]
	return e.Face[e.Best-1].BlankPenalty()
}

// EdgesLogLikelihood is how likely the edges of all faces are just where the pose has them, against anywhere near, as they were last
// looked at closely.
func (s *Hypothesis) EdgesLogLikelihood() float64 {
	sum := 0.0
	for _, at := range s.Cells.Places() {
		sum += s.EdgesLogLikelihoodAt(at)
	}
	return sum
}

// EdgesLogLikelihoodAt is the part of it that one stack's are.
func (s *Hypothesis) EdgesLogLikelihoodAt(at engine.Place) (sum float64) {
	level := s.Cells[at]
	for side, here := range s.Evidence[at].Face[level-1].Here {
		if s.Cells[at.Add(lattice.SideSteps[side])] <= level {
			sum += 2 * here // of its two halves
		}
	}
	return sum
}

// NudgeGain is the log-likelihood that a change must gain to be worth another one.
const NudgeGain = 2.0
