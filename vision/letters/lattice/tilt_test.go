package lattice

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/gridfit"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/letterstest"
)

// lettersAt are marks of letters so high and wide, in steps, wide ones and narrow ones in turn, as the map shows them.
func lettersAt(h homography.Map, places []engine.Place, high float64) (marks []candidate.Candidate) {
	l := Lattice{Lattice: gridfit.Lattice{Map: h}}
	widths := []float64{1.1, 0.8, 0.25, 0.9}
	for i, p := range places {
		by := l.Footprint(p)
		m := letterstest.Standing(h, []engine.Place{p}, 1)[0]
		m.W, m.H = widths[i%len(widths)]*high*by.wide, high*by.high
		marks = append(marks, m)
	}
	return marks
}

func TestALatticeSeenFromLowAboveTheTable(t *testing.T) {
	for _, tt := range []struct {
		rule string
		h    homography.Map
	}{
		{"rows lie half as far apart as columns", homography.Map{50, 3, 300, -2, 25, 200, 0, 0}},
		{"columns lie half as far apart as rows", homography.Map{25, 2, 300, 3, 50, 200, 0, 0}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			found := Find(lettersAt(tt.h, letterstest.Crossing(), 0.5))
			if len(found) == 0 {
				t.Fatal("no lattice")
			}
			first := found[0]
			if n := len(first.Cells); n != len(letterstest.Crossing()) {
				t.Errorf("%d marks on the lattice, want %d", n, len(letterstest.Crossing()))
			}
			if size := first.medianSize(); size < 0.4 || size > 0.6 {
				t.Errorf("letters are %.2f of a step, want 0.5", size)
			}
		})
	}
}

func TestALatticeOfAPageOfTextIsLookedAtLast(t *testing.T) {
	board := homography.Map{50, 0, 300, 0, 50, 200, 0, 0}
	marks := letterstest.Standing(board, letterstest.Crossing(), 24)
	var page []engine.Place
	for row := range 10 {
		for col := range 10 {
			page = append(page, engine.Place{Row: row, Col: col})
		}
	}
	for _, x := range []float64{900, 910.5} { // each second letter of its lines stands on a lattice
		marks = append(marks, letterstest.Standing(homography.Map{21, 0, x, 0, 26, 200, 0, 0}, page, 12)...)
	}
	found := Find(marks)
	if len(found) == 0 || found[0].MedianPitch() < 40 {
		t.Fatalf("the first lattice is the page's, with letters every %.0f pixels", found[0].MedianPitch())
	}
}
