package vision

import (
	"math"

	"tilewatch/engine"
)

// poseSlip is how far a fitted pose may have a face off its place, in pitches (standard deviation).
const poseSlip = 0.014

// poseLeans is how much farther for each nat that a face's edges are less likely, on average, than where a pose has settled: it may lean.
const poseLeans = 2.0

// slip is how far the structure's pose may have a face off its place, in pitches (standard deviation).
func (s *structure) slip() float64 {
	return poseSlip * (1 + poseLeans*max(0, edgesSettled-s.edges/float64(len(s.cells))))
}

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
	for l, slipped := range s.slipped(at, e.best) {
		told[l] = max(e.height[l], e.height[e.best-1]+slipped)
	}
	return told
}

// slipped is how likely it is that a face seen at a level lies on each, and the pose has it off its place (logarithm).
func (s *structure) slipped(at engine.Place, level int) (likely engine.HeightLikelihoods) {
	c, r := float64(at.Col), float64(at.Row)
	low, high := s.pose.pixel(c, r, float64(level)), s.pose.pixel(c, r, float64(level)+1)
	q := squareOf(&s.pose, at, float64(level))
	m := q.strip(sideAxes[1], 0, 0)
	x, y := m.inverse(high)
	x0, y0 := m.inverse(low)
	shift := math.Hypot(x-x0, y-y0)
	eye := s.pose.space(c, r, float64(level))
	growth := s.thickness / math.Sqrt(eye.dot(eye)) / 2
	apart := math.Hypot(shift, growth) / s.slip()
	for l := range likely {
		d := float64(l+1-level) * apart
		likely[l] = -d * d / 2
	}
	return likely
}
