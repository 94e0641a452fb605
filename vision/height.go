package vision

import (
	"math"

	"tilewatch/engine"
)

// poseSlip is how far a fitted pose may have a face off its place, in pitches (standard deviation).
const poseSlip = 0.014

// heights are what is known of a place's height: by its face, if nothing else tells it.
func (s *structure) heights(at engine.Place, e *placeEvidence) engine.HeightLikelihoods {
	if e.told != nil {
		return *e.told
	}
	return s.faceHeights(at, e)
}

// faceHeights are what a place's face tells of its height. All faces are seen under one pose, and where that is a little off, all levels are
// judged wrongly together: so levels that lie hardly apart in the picture, as right under the camera, cannot be told apart as
// surely as the judge, who takes the pose for true, believes.
func (s *structure) faceHeights(at engine.Place, e *placeEvidence) (told engine.HeightLikelihoods) {
	c, r := float64(at.Col), float64(at.Row)
	level := float64(e.best)
	low, high := s.pose.pixel(c, r, level), s.pose.pixel(c, r, level+1)
	q := squareOf(&s.pose, at, level)
	m := q.strip(sideAxes[1], 0, 0)
	x, y := m.inverse(high)
	x0, y0 := m.inverse(low)
	shift := math.Hypot(x-x0, y-y0)
	eye := s.pose.space(c, r, level)
	growth := s.thickness / math.Sqrt(eye.dot(eye)) / 2
	apart := math.Hypot(shift, growth)
	for l := range told {
		d := float64(l+1-e.best) * apart / poseSlip
		told[l] = max(e.height[l], e.height[e.best-1]-d*d/2)
	}
	return told
}
