package vision

import (
	"testing"

	"tilewatch/engine"
)

// lineSeen is a line of tiles of which all outer edges lie where they should, and whose seams are seen so likely where they should, as far
// as they are shown.
func lineSeen(tiles int, seam, shown float64) *structure {
	s := &structure{cells: stacks{}, evidence: map[engine.Place]*placeEvidence{}}
	for col := range tiles {
		at := engine.Place{Col: col}
		e := &placeEvidence{best: 1}
		v := &e.view[0]
		for side := range v.here {
			v.here[side], v.seam[side], v.shown[side] = 1.5, 1.5, 1
			if next := col + sideSteps[side].Col; side%2 == 1 && next >= 0 && next < tiles {
				v.here[side], v.seam[side], v.shown[side] = seam, seam*shown, shown
			}
		}
		s.cells[at], s.evidence[at] = 1, e
	}
	return s
}

func TestTilesTouchWhoseSeamsAreNotSeenElsewhere(t *testing.T) {
	joined, unseen, apart := lineSeen(5, 1.5, 1), lineSeen(5, -2.3, 0), lineSeen(5, -2.3, 1)
	if a, b := unseen.touching(), apart.touching(); a < b+0.3 {
		t.Errorf("seams not seen at all: %.2f, seams seen elsewhere: %.2f", a, b)
	}
	if a, b := joined.touching(), unseen.touching(); a < b {
		t.Errorf("seams seen where they should be: %.2f, not at all: %.2f", a, b)
	}
	if a, b := joined.touching(), lineSeen(3, 1.5, 1).touching(); a < b {
		t.Errorf("five tiles: %.2f, three: %.2f", a, b)
	}
}
