package heights

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// fittedPoseSigma is how far a fitted pose may have a face off its place, in pitches (standard deviation).
const fittedPoseSigma = 0.014

// sigmaPerLostNat is how much farther for each nat that a face's edges are less likely, on average, than where a pose has settled: it may lean.
const sigmaPerLostNat = 2.0

// poseSigma is how far the structure's pose may have a face off its place, in pitches (standard deviation).
func poseSigma(s *hypothesis.Hypothesis) float64 {
	return fittedPoseSigma * (1 + sigmaPerLostNat*max(0, hypothesis.EdgesSettled-s.EdgeScore/float64(len(s.Cells))))
}

// Heights are what is known of a place's height: by its face, if nothing else tells it.
func LogLikelihoods(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) engine.HeightLikelihoods {
	if e.Heights != nil {
		return *e.Heights
	}
	return faceHeights(s, at, e)
}

// faceHeights are what a place's face tells of its height. All faces are seen under one pose, and where that is a little off, all levels are
// judged wrongly together: so levels that lie hardly apart in the picture, as right under the camera, cannot be told apart as
// surely as the judge, who takes the pose for true, believes.
func faceHeights(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) (told engine.HeightLikelihoods) {
	for l, slipped := range displacedLevels(s, at, e.Best) {
		told[l] = max(e.Height[l], e.Height[e.Best-1]+slipped)
	}
	return told
}

// displacedLevels is how likely it is that a face seen at a level lies on each, and the pose has it off its place (logarithm).
func displacedLevels(s *hypothesis.Hypothesis, at engine.Place, level int) (likely engine.HeightLikelihoods) {
	c, r := float64(at.Col), float64(at.Row)
	low, high := s.Pose.Pixel(c, r, float64(level)), s.Pose.Pixel(c, r, float64(level)+1)
	q := tileface.SquareOf(&s.Pose, at, float64(level))
	m := q.Strip(tileface.SideAxes[1], 0, 0)
	x, y := m.Inverse(high)
	x0, y0 := m.Inverse(low)
	shift := math.Hypot(x-x0, y-y0)
	eye := s.Pose.Camera(c, r, float64(level))
	growth := s.Thickness / math.Sqrt(eye.Dot(eye)) / 2
	apart := math.Hypot(shift, growth) / poseSigma(s)
	for l := range likely {
		d := float64(l+1-level) * apart
		likely[l] = -d * d / 2
	}
	return likely
}
