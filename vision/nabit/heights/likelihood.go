package heights

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/tileface"
)

// fittedPoseSigma is the standard deviation of a face's position under a pose that fits its edges well, in pitches. Hand-set.
const fittedPoseSigma = 0.014

// sigmaPerLostNat is the relative growth of that deviation for each nat that a face's edges fall short, on average, of
// hypothesis.EdgesSettled. Hand-set.
const sigmaPerLostNat = 2.0

// poseSigma is the standard deviation of a face's position under the hypothesis's pose, in pitches. It grows where the edges fit badly.
func poseSigma(s *hypothesis.Hypothesis) float64 {
	return fittedPoseSigma * (1 + sigmaPerLostNat*max(0, hypothesis.EdgesSettled-s.EdgeScore/float64(len(s.Cells))))
}

// LogLikelihoods are the log-likelihoods of a place's heights: those that InferHeights found from faces and borders, else those of the
// face.
func LogLikelihoods(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) engine.HeightLikelihoods {
	if e.Heights != nil {
		return *e.Heights
	}
	return faceLogLikelihoods(s, at, e)
}

// faceLogLikelihoods are the log-likelihoods of a place's heights by its face alone. One pose serves all faces, and a small error of
// that pose misjudges all levels alike. Levels whose faces nearly coincide in the picture, as right below the camera, are therefore
// less certain than the classifier says, which takes the pose for exact.
func faceLogLikelihoods(s *hypothesis.Hypothesis, at engine.Place, e *hypothesis.Evidence) (heights engine.HeightLikelihoods) {
	for l, byPoseError := range poseErrorLogLikelihoods(s, at, e.Best) {
		heights[l] = max(e.Height[l], e.Height[e.Best-1]+byPoseError)
	}
	return heights
}

// poseErrorLogLikelihoods are the log-likelihoods that a face the classifier sees at a level lies on each level, and an error of the
// pose explains the difference: a Gaussian in the distance between the faces, in pitches, with poseSigma.
func poseErrorLogLikelihoods(s *hypothesis.Hypothesis, at engine.Place, level int) (likely engine.HeightLikelihoods) {
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
