package dabble

import (
	"math"
)

// edgePoints are where along a side edges are searched, in sides.
var edgePoints = [6]float64{-0.39, -0.25, -0.08, 0.08, 0.25, 0.39}

// edgeStep is the difference of gray levels at a clear edge, in the ground's gray level.
const edgeStep = 0.18

// edgeVisibility is how well a patch's outline is a tile's, 0 to 1: plastic inside, up to the corners, and something else outside.
func (s *scan) edgeVisibility(p *patch, ground float64) float64 {
	seen, n := 0.0, 0.0
	for side := range 4 {
		for _, along := range edgePoints {
			n++
			inside := s.grayAcross(p, side, along, edgeInside)
			most := 0.0
			for _, out := range edgeOutside {
				most = max(most, math.Abs(s.grayAcross(p, side, along, out)-inside)/(ground+darkLevel))
			}
			if math.Abs(inside-ground) < sameGround*(ground+darkLevel) {
				seen += min(most/edgeStep, 1)
			}
		}
	}
	return seen / n
}

// outlineVisibility is how well the upper and lower edges of a patch are those of a face, to a twentieth of a side, 0 to 1. To the left and right on a
// rack there are other faces.
func (s *scan) outlineVisibility(p *patch, ground float64) float64 {
	seen, n := 0.0, 0.0
	for _, side := range [2]int{0, 2} {
		for _, along := range [6]float64{-0.42, -0.36, -0.25, 0.0, 0.25, 0.42} {
			n++
			inside, outside := s.grayAcross(p, side, along, edgeInside), s.grayAcross(p, side, along, justOutside)
			if math.Abs(inside-ground) < sameGround*(ground+darkLevel) {
				seen += min(math.Abs(outside-inside)/(edgeStep*(ground+darkLevel)), 1)
			}
		}
	}
	return seen / n
}

// grayAcross is the gray level at a point near a side.
func (s *scan) grayAcross(p *patch, side int, along, out float64) float64 {
	x, y := along, out
	switch side {
	case 1:
		x, y = out, along
	case 2:
		y = -out
	case 3:
		x, y = -out, along
	}
	return s.r.GrayAt(p.pixel(s.cam, x, y))
}

// sideEdge is how much of a side of a patch is seen as an edge, 0 to 1: a rack's wall continues where tiles end.
func (s *scan) sideEdge(p *patch, side int, ground float64) float64 {
	seen := 0.0
	for _, along := range edgePoints {
		inside, most := s.grayAcross(p, side, along, edgeInside), 0.0
		for _, out := range [4]float64{0.48, 0.5, 0.54, 0.6} {
			most = max(most, math.Abs(s.grayAcross(p, side, along, out)-inside))
		}
		seen += min(most/(edgeStep*(ground+darkLevel)), 1)
	}
	return seen / float64(len(edgePoints))
}

// Where edges are looked for, sides from a face's middle, and what counts as one. Hand-set.
const (
	edgeInside  = 0.42
	justOutside = 0.51
	sameGround  = 0.2 // relative difference from the plastic up to which a point within the edge shows plastic
	darkLevel   = 10  // gray levels added to a brightness before a relative difference, so that noise in the dark counts little
)

// edgeOutside are the points beyond an edge, sides from the middle.
var edgeOutside = [3]float64{0.5, 0.54, 0.6}
