package search

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/camerapose/posetest"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
)

// A variant has another thickness, a tight prior about it, and stacks that reach as high as before.
func TestThicknessVariantsKeepTheHeightOfStacks(t *testing.T) {
	low, high := engine.Place{}, engine.Place{Col: 1}
	s := &hypothesis.Hypothesis{Pose: posetest.FreePose(), Cells: lattice.Levels{low: 1, high: 3}}
	free := s.Unmeasured
	now := s.PriorResiduals()[camerapose.FreeThickness]
	all := thicknessVariants(s)
	if len(all) < 2 || len(all) > len(camerapose.ThicknessSigmas) {
		t.Fatalf("%d variants", len(all))
	}
	for i := range all {
		c := &all[i]
		if c.Thickness == s.Thickness {
			t.Errorf("variant %d is as thick as the structure", i)
		}
		if c.Cells[low] != 1 {
			t.Errorf("variant %d: a single tile is %d high", i, c.Cells[low])
		}
		if c.Cells[high] != engine.MaxHeight { // not clamped
			was, is := 2*s.Thickness, float64(c.Cells[high]-1)*c.Thickness
			if math.Abs(was-is) > 0.51*c.Thickness {
				t.Errorf("variant %d: a stack reaches %.1f mm above the first level, not %.1f", i, is, was)
			}
		}
		if sigma := c.Unmeasured.Sigma[camerapose.FreeThickness]; sigma != thicknessHeld {
			t.Errorf("variant %d: the prior's sigma is %g, want %g", i, sigma, thicknessHeld)
		}
		if off := c.PriorResiduals()[camerapose.FreeThickness]; math.Abs(off) > 1e-9 {
			t.Errorf("variant %d lies %g off its own prior", i, off)
		}
	}
	if s.Unmeasured != free || s.Cells[high] != 3 || s.PriorResiduals()[camerapose.FreeThickness] != now {
		t.Error("the structure itself changed")
	}
}

func TestAMeasuredThicknessStays(t *testing.T) {
	s := *foundLine(5, 4)
	best := new(Finder).bestThickness(s)
	if best.Thickness != s.Thickness || len(best.Cells) != len(s.Cells) {
		t.Error("the structure changed although its thickness was measured")
	}
}
