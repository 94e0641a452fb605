package search

import (
	"math"
	"testing"

	"tilewatch/vision/camerapose/posetest"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

// The twofold ambiguity of a plane's pose: from far away the second solution shows the faces nearly where the first one does, and no other
// tilt does.
func TestTheFlippedPoseLooksNearlyTheSame(t *testing.T) {
	truth, sights, _ := posetest.LevelBoard()
	s := hypothesis.Hypothesis{Pose: truth, Cells: lattice.Levels{}}
	for i := range sights {
		if i%6 < 3 && i < 12 { // few tiles, near to each other
			s.Cells[posetest.PlaceOf(&sights[i])] = 1
		}
	}
	flipped, ok := Flipped(&s)
	if !ok {
		t.Fatal("a tilted table has no flipped pose")
	}
	if off := math.Acos(min(1, flipped.Z.Dot(truth.Z))); off < 0.3 {
		t.Errorf("the flipped pose is tilted by %.2f radians against the first", off)
	}
	worst := 0.0
	for at, level := range s.Cells {
		a, b := truth.Face(at, float64(level)), flipped.Pose.Face(at, float64(level))
		for i := range a {
			worst = max(worst, picture.Dist(a[i], b[i])/truth.Scale(at))
		}
	}
	if worst > 0.25 {
		t.Errorf("faces of the flipped pose are off by %.2f pitches", worst)
	}
	back, ok := Flipped(&flipped)
	if off := math.Acos(min(1, back.Z.Dot(truth.Z))); !ok || off > 0.02 {
		t.Errorf("flipped twice, the table is off by %.3f radians", off)
	}
	if len(flipped.Cells) != len(s.Cells) {
		t.Errorf("%d of %d cells are left", len(flipped.Cells), len(s.Cells))
	}
}
