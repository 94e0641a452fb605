package camerapose

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// TestTheCostIsTheSumOfTheRobustResiduals compares the sum in C with that of Residuals, bit for bit, for any number of points and edges.
func TestTheCostIsTheSumOfTheRobustResiduals(t *testing.T) {
	p := obliquePose(bentCamera(), 35)
	points, edges := cornerPoints(&p, 2), faceEdges(&p, 3)
	all := shaken(append(points[:7:7], edges[:20]...), rand.New(rand.NewPCG(3, 4)))
	all = append(all, points[7:]...)
	for n := range len(all) + 1 {
		want := 0.0
		for i := range all[:n] {
			a, b, numbers := p.Residuals(&all[i])
			loss, _ := GemanMcClure(a)
			want += loss
			if numbers == 2 {
				loss, _ = GemanMcClure(b)
				want += loss
			}
		}
		if got := p.robustCost(all[:n]); got != want {
			t.Errorf("of %d correspondences: %v, want %v", n, got, want)
		}
	}
}

func TestWhatLiesBehindTheCameraHasNoCost(t *testing.T) {
	p := Pose{Cam: calibration.Pinhole(640, 480, 500), Sizes: SizesOf(nil), X: Vec3{1, 0, 0}, Y: Vec3{0, 1, 0}, Z: Vec3{0, 0, 1}, T: Vec3{0, 0, -300}}
	if got := p.robustCost([]Correspondence{{At: engine.Point{X: 3, Y: 4}, Weight: 1}}); !math.IsNaN(got) {
		t.Errorf("it costs %g", got)
	}
}
