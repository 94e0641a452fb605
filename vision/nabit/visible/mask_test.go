package visible

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose/posetest"
	"tilewatch/vision/lattice"
)

func TestAStackHidesWhatLiesBehindIt(t *testing.T) {
	p := posetest.TiltedPose()
	var front, behind engine.Place
	// The eye's foot point decides which neighbor lies behind.
	col, row, _ := p.Eye()
	switch {
	case col*col > row*row && col > 0:
		behind.Col = -1
	case col*col > row*row:
		behind.Col = 1
	case row > 0:
		behind.Row = -1
	default:
		behind.Row = 1
	}
	for _, c := range []struct {
		name    string
		stacks  lattice.Levels
		at      engine.Place
		visible bool
	}{
		{"a tile beside one of its height is seen whole", lattice.Levels{front: 1, behind: 1}, behind, true},
		{"a tile behind a stack of four is not", lattice.Levels{front: 4, behind: 1}, behind, false},
		{"the stack in front of a tile is", lattice.Levels{front: 4, behind: 1}, front, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Stacks{Pose: &p, Cells: c.stacks}
			mask := s.MaskOf(c.at, c.stacks[c.at])
			if seen := mask.Visible(1); (seen == 1) != c.visible || seen < 0.05 {
				t.Errorf("%.2f of it is seen", seen)
			}
		})
	}
	s := Stacks{Pose: &p, Cells: lattice.Levels{behind: 1}, Before: lattice.Levels{front: 4}}
	if mask := s.MaskOf(behind, 1); mask.Visible(1) == 1 {
		t.Error("a stack that is overlooked in this picture hides nothing")
	}
}
