package hypothesis

import (
	"testing"

	"tilewatch/vision/camerapose"
	"tilewatch/vision/camerapose/posetest"
)

func TestAPlaneIsAnotherFromSixStandardDeviationsOn(t *testing.T) {
	p, _, _ := posetest.LevelBoard()
	g := &camerapose.PlanePrior{Down: p.Z, Right: p.X, Ahead: p.Y, Height: p.T.Dot(p.Z), Root: [3][3]float64{{100}, {0, 100}, {0, 0, 0.5}}}
	for _, c := range []struct {
		name    string
		lift    float64 // mm; half a standard deviation each
		another bool
	}{
		{"the same height", 0, false}, {"as much higher as may be", 11.9, false}, {"a little more", 12.1, true}, {"as much lower", -12.1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Hypothesis{Pose: p}
			s.Pose.T = p.T.Add(p.Z.Scale(c.lift))
			if got := Contradicts(g, &s); got != c.another {
				t.Errorf("another table: %v, want %v; it costs %.2f", got, c.another, g.Mahalanobis(&s.Pose))
			}
		})
	}
}
