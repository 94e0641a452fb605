package vision

import (
	"testing"

	"tilewatch/engine"
)

func TestAStackHidesWhatLiesBehindIt(t *testing.T) {
	p := tiltedPose()
	var front, behind engine.Place
	// The eye's foot tells which neighbor lies behind.
	col, row, _ := p.eye()
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
		stacks  stacks
		at      engine.Place
		visible bool
	}{
		{"a tile beside one of its height is seen whole", stacks{front: 1, behind: 1}, behind, true},
		{"a tile behind a stack of four is not", stacks{front: 4, behind: 1}, behind, false},
		{"the stack in front of a tile is", stacks{front: 4, behind: 1}, front, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := occluders{pose: &p, cells: c.stacks}
			hides := s.coverOf(c.at, c.stacks[c.at])
			if seen := hides.visible(1); (seen == 1) != c.visible || seen < 0.05 {
				t.Errorf("%.2f of it is seen", seen)
			}
		})
	}
	s := occluders{pose: &p, cells: stacks{behind: 1}, before: stacks{front: 4}}
	if hides := s.coverOf(behind, 1); hides.visible(1) == 1 {
		t.Error("a stack that is overlooked in this picture hides nothing")
	}
}
