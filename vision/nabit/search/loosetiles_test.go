package search

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
)

// lineSeen is a line of tiles whose outer edges all lie where they should, and whose seams are seen so likely where they should, as far
// as they are shown.
func lineSeen(tiles int, seam, shown float64) *hypothesis.Hypothesis {
	s := &hypothesis.Hypothesis{Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}}
	for col := range tiles {
		at := engine.Place{Col: col}
		e := &hypothesis.Evidence{Best: 1}
		v := &e.Face[0]
		for side := range v.Here {
			v.Here[side], v.Seam[side], v.Shown[side] = 1.5, 1.5, 1
			if next := col + lattice.SideSteps[side].Col; side%2 == 1 && next >= 0 && next < tiles {
				v.Here[side], v.Seam[side], v.Shown[side] = seam, seam*shown, shown
			}
		}
		s.Cells[at], s.Evidence[at] = 1, e
	}
	return s
}

func TestTilesTouchWhoseSeamsAreNotSeenElsewhere(t *testing.T) {
	joined, unseen, apart := lineSeen(5, 1.5, 1), lineSeen(5, -2.3, 0), lineSeen(5, -2.3, 1)
	if a, b := unseen.Touching(), apart.Touching(); a < b+0.3 {
		t.Errorf("seams not seen at all: %.2f, seams seen elsewhere: %.2f", a, b)
	}
	if a, b := joined.Touching(), unseen.Touching(); a < b {
		t.Errorf("seams seen where they should be: %.2f, not at all: %.2f", a, b)
	}
	if a, b := joined.Touching(), lineSeen(3, 1.5, 1).Touching(); a < b {
		t.Errorf("five tiles: %.2f, three: %.2f", a, b)
	}
}
