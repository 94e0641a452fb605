package lattice

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/homography"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/letterstest"
)

func TestMarksInRowsAndColumnsAreALattice(t *testing.T) {
	for _, tt := range []struct {
		rule string
		h    homography.Map
	}{
		{"from above", homography.Map{50, 0, 300, 0, 50, 200, 0, 0}},
		{"turned", homography.Map{40, -22, 400, 22, 40, 200, 0, 0}},
		{"tilted", homography.Map{52, 6, 300, 1, 44, 200, 0.004, 0.016}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			found := Find(letterstest.Standing(tt.h, letterstest.Crossing(), 24))
			if len(found) == 0 {
				t.Fatal("no lattice")
			}
			if n := len(found[0].Cells); n != len(letterstest.Crossing()) {
				t.Errorf("%d marks on the lattice, want %d", n, len(letterstest.Crossing()))
			}
			if size := found[0].medianSize(); size < 0.3 || size > 0.75 {
				t.Errorf("letters are %.2f of a step", size)
			}
		})
	}
}

func TestMarksAnyhowAreNoLattice(t *testing.T) {
	var marks []candidate.Candidate
	for i := range 12 {
		s, c := math.Sincos(float64(i*i) * 1.7)
		marks = append(marks, letterstest.Standing(homography.Map{1, 0, 500 + 40*float64(i)*c, 0, 1, 500 + 40*float64(i)*s, 0, 0}, []engine.Place{{}}, 24)...)
	}
	for _, l := range Find(marks) {
		if len(l.Cells) > 6 {
			t.Errorf("%d marks of 12 that lie anyhow are on one lattice", len(l.Cells))
		}
	}
}
