package vision

import (
	"math"
	"tilewatch/engine"
)

// sure says whether the structure is seen so well that there is no reason to look for it with more effort.
func (s *structure) sure() bool {
	least := edgesSure
	switch {
	case len(s.cells) > rackLength:
		least = manySure
	case len(s.cells) == 2:
		least = twoSure
	case len(s.cells) < 2:
		return false
	}
	return s.edges > least*float64(len(s.cells))
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
	edgesSettled = 6.5                // with less, the pose may not have settled
	keptCells    = 0.85               // share of the cells that is left when some were none
	steepTilt    = 28 * math.Pi / 180 // seen at more than this angle, levels are not mistaken for a tilt of the table
)

// atRest says whether the faces' edges are seen so well where the pose has them that there is no reason to look for another.
func (s *structure) atRest() bool { return s.edges > edgesAtRest*float64(len(s.cells)) }

// fitted says whether the pose has settled.
func (s *structure) fitted() bool { return s.edges > edgesSettled*float64(len(s.cells)) }

// settled says whether the pose has settled, and none of the cells it was found with were lost on the way, as they are when only one
// side of the structure settles.
func (s *structure) settled(from *structure) bool {
	return s.fitted() && float64(len(s.cells)) > keptCells*float64(len(from.cells))
}

// touching is how well the edges of the tiles lie where they should, the better the more of them show it. A seam between two tiles may
// not be seen at all; a rack's tiles show two edges there, neither where it should be.
func (s *structure) touching() float64 {
	sum, n := 0.0, 0.0
	for _, at := range s.cells.places() {
		level := s.cells[at]
		v := &s.evidence[at].view[level-1]
		for side, step := range sideSteps {
			switch beside := s.cells[at.Add(step)]; {
			case beside < level:
				sum, n = sum+v.here[side], n+1
			case beside == level:
				sum, n = sum+v.seam[side], n+v.shown[side]
			}
		}
	}
	return sum / (n + touchingSides)
}

// touchingSides is how many sides tell whether tiles touch.
const touchingSides = 6

// looseness is what speaks against the structure if it is a line of tiles of one color that do not touch, as a rack's, or a single tile.
func (s *structure) looseness() float64 {
	if s.mayBeRack() && (!s.fitted() || len(s.cells) <= 2 && !s.sure()) {
		return rackLoose
	}
	return 0
}

// rackLoose is the logarithm of how much seldomer such a line is a word.
const rackLoose = 20

// quality is the share of the score that the structure would have if every cell were surely a tile.
func (s *structure) quality() float64 {
	return s.score / (surely * float64(max(1, len(s.cells))))
}

// worth weighs how much is explained by how well, and whether it is a rack.
func (s *structure) worth() float64 {
	worth := s.score*math.Sqrt(max(0, s.quality())) + s.edges
	return worth * math.Exp(-s.doubt*math.Copysign(1, worth))
}

// explained is the logarithm of how likely the picture is with this structure under this pose: the faces and their edges, that
// stacks of these heights lie on a table, and that it is the table known.
func (s *structure) explained() float64 {
	return s.edges + s.faces() - (s.known.misfit(&s.pose)+s.strain())/2
}

// faces is the part of it that the faces and the stacks' heights are.
func (s *structure) faces() float64 {
	sum := 0.0
	for _, at := range s.cells.places() {
		sum += s.faceAt(at) + s.lettered(at)
	}
	return sum
}

// faceAt is what a stack's face and its height are of that.
func (s *structure) faceAt(at engine.Place) float64 {
	level := s.cells[at]
	score := min(s.evidence[at].height[level-1], surestFace)
	if s.free.anyThickness() {
		score = likingOf(score) // how thick the tiles' own sides are is hardly part of it
	}
	return score + s.prior(at, level)
}

// surestFace is the logarithmic score that says all a face can say.
const surestFace = 20

// lettered is the logarithm of how often a tile shows what the face at a place shows: a letter, or nothing.
func (s *structure) lettered(at engine.Place) float64 {
	e := s.evidence[at]
	return e.view[e.best-1].lettered()
}

// edgeLikelihood is how likely the edges of all faces are just where the pose has them, against anywhere near, as they were last
// looked at closely.
func (s *structure) edgeLikelihood() float64 {
	sum := 0.0
	for _, at := range s.cells.places() {
		sum += s.edgesAt(at)
	}
	return sum
}

// edgesAt is the part of it that one stack's are.
func (s *structure) edgesAt(at engine.Place) (sum float64) {
	level := s.cells[at]
	for side, here := range s.evidence[at].view[level-1].here {
		if s.cells[at.Add(sideSteps[side])] <= level {
			sum += 2 * here // of its two halves
		}
	}
	return sum
}

// nudgeGain is the log-likelihood that a change must gain to be worth another one.
const nudgeGain = 2.0
