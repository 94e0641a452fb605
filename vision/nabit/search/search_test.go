package search

import (
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
)

func TestWhatIsSeenAgainIsKnown(t *testing.T) {
	seen := func(from camerapose.Pose, cells lattice.Levels) *hypothesis.Hypothesis {
		return &hypothesis.Hypothesis{Pose: from, Cells: cells}
	}
	p := camerapose.Pose{Cam: calibration.Pinhole(1280, 720, 1000), Sizes: camerapose.SizesOf(nil), X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{0, 0, 500}}
	beside, off := p, p
	beside.T, off.T = p.Camera(-1, 0, 0), p.Camera(0, 0.5, 0)
	first := seen(p, lattice.Levels{{}: 1, {Col: 1}: 2})
	for name, c := range map[string]struct {
		again *hypothesis.Hypothesis
		same  bool
	}{
		"places counted from elsewhere": {seen(beside, lattice.Levels{{Col: 1}: 1, {Col: 2}: 2}), true},
		"a tile more":                   {seen(p, lattice.Levels{{}: 1, {Col: 1}: 2, {Row: 1}: 1}), false},
		"a stack lower":                 {seen(p, lattice.Levels{{}: 1, {Col: 1}: 1}), false},
		"half a tile off":               {seen(off, lattice.Levels{{}: 1, {Col: 1}: 2}), false},
	} {
		if got := c.again.Same(first); got != c.same {
			t.Errorf("%s: the same is %v, want %v", name, got, c.same)
		}
	}
}

func TestWhatIsHeldShowsNothingNew(t *testing.T) {
	p := camerapose.Pose{Cam: calibration.Pinhole(1280, 720, 1000), Sizes: camerapose.SizesOf(nil), X: camerapose.Vec3{1, 0, 0}, Y: camerapose.Vec3{0, 1, 0}, Z: camerapose.Vec3{0, 0, 1}, T: camerapose.Vec3{0, 0, 500}}
	best := &hypothesis.Hypothesis{Pose: p, Cells: lattice.Levels{{}: 1, {Col: 1}: 1, {Col: 2}: 1}}
	for name, c := range map[string]struct {
		cells lattice.Levels
		held  int
	}{
		"a part of it":        {lattice.Levels{{Col: 1}: 1, {Col: 2}: 1}, 2},
		"it and a tile more":  {lattice.Levels{{Col: 1}: 1, {Col: 2}: 1, {Col: 3}: 1}, 2},
		"what lies elsewhere": {lattice.Levels{{Row: 4}: 1, {Row: 5}: 1}, 0},
	} {
		if got := best.Overlap(&hypothesis.Hypothesis{Pose: p, Cells: c.cells}); got != c.held {
			t.Errorf("%s: %d faces are held, want %d", name, got, c.held)
		}
	}
}
