package vision

import (
	"math"
	"testing"
)

// The twofold ambiguity of a plane's pose: from far away the second solution shows the faces nearly where the first one does, and no other
// tilt does.
func TestTheFlippedPoseLooksNearlyTheSame(t *testing.T) {
	truth, sights, _ := levelBoard()
	s := structure{pose: truth, cells: stacks{}}
	for i := range sights {
		if i%6 < 3 && i < 12 { // few tiles, near to each other
			s.cells[placeOfSight(&sights[i])] = 1
		}
	}
	flipped, ok := s.reversed()
	if !ok {
		t.Fatal("a tilted table has no flipped pose")
	}
	if off := math.Acos(min(1, flipped.z.dot(truth.z))); off < 0.3 {
		t.Errorf("the flipped pose is tilted by %.2f radians against the first", off)
	}
	worst := 0.0
	for at, level := range s.cells {
		a, b := truth.face(at, float64(level)), flipped.pose.face(at, float64(level))
		for i := range a {
			worst = max(worst, dist(a[i], b[i])/truth.scale(at))
		}
	}
	if worst > 0.25 {
		t.Errorf("faces of the flipped pose are off by %.2f pitches", worst)
	}
	back, ok := flipped.reversed()
	if off := math.Acos(min(1, back.z.dot(truth.z))); !ok || off > 0.02 {
		t.Errorf("flipped twice, the table is off by %.3f radians", off)
	}
	if len(flipped.cells) != len(s.cells) {
		t.Errorf("%d of %d cells are left", len(flipped.cells), len(s.cells))
	}
}
