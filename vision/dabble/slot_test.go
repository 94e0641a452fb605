package dabble

import (
	"testing"

	"tilewatch/calibration"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/geom"
	"tilewatch/vision/gridfit"
)

func TestPrintOnASlot(t *testing.T) {
	for _, tt := range []struct {
		rule              string
		letter            box
		ink, shade, color float64
		print, tile       bool
		apostrophe        bool
	}{
		{"a letter", box{X0: -0.2, Y0: -0.27, X1: 0.2, Y1: 0.24}, 1, 0, 0, true, true, false},
		{"an apostrophe", box{X0: -0.05, Y0: -0.3, X1: 0.08, Y1: -0.08}, 1, 0, 0, true, true, true},
		{"a faint apostrophe counts", box{X0: -0.05, Y0: -0.3, X1: 0.08, Y1: -0.08}, 0.35, 0, 0.5, true, true, true},
		{"a faint letter does not", box{X0: -0.2, Y0: -0.27, X1: 0.2, Y1: 0.24}, 0.35, 0, 0.5, false, false, false},
		{"an apostrophe too low is a value", box{X0: -0.05, Y0: 0.1, X1: 0.08, Y1: 0.32}, 1, 0, 0.5, false, false, false},
		{"a wide one is a bar", box{X0: -0.2, Y0: -0.3, X1: 0.2, Y1: -0.08}, 1, 0, 0, true, true, false},
		{"a ground of another shade is no tile", box{X0: -0.2, Y0: -0.27, X1: 0.2, Y1: 0.24}, 1, 0.5, 0.5, false, false, false},
		{"a blank has the tiles' color", box{}, 0, 0, 0.03, false, true, false},
		{"a wall has another", box{}, 0, 0, 0.2, false, false, false},
	} {
		o := slot{inkRatio: tt.ink, shadeOff: tt.shade, colorOff: tt.color}
		o.print.letter = tt.letter
		if o.hasPrint() != tt.print || o.isTile() != tt.tile || o.apostrophe() != tt.apostrophe {
			t.Errorf("%s: print %v, tile %v, apostrophe %v", tt.rule, o.hasPrint(), o.isTile(), o.apostrophe())
		}
	}
}

func TestSmallValuesHaveLessWeight(t *testing.T) {
	s := &scan{cam: calibration.Pinhole(2000, 1500, 1000)}
	before := -1.0
	for _, tt := range []struct{ depth, low, high float64 }{{50, 0, 0}, {25, 0.4, 0.6}, {15, 1, 1}} { // sides of 20, 40 and 67 pixels
		p := patch{geom.Vec{0, 0, tt.depth}, geom.Vec{1, 0, 0}, geom.Vec{0, 1, 0}}
		got := s.valueTrust(&p)
		if got < tt.low || got > tt.high || got <= before {
			t.Errorf("at a distance of %v tiles the weight is %.2f, want %v to %v", tt.depth, got, tt.low, tt.high)
		}
		before = got
	}
}

func TestLettersThatReadAsNoneLeaveTheLattice(t *testing.T) {
	k := rack{Lattice: lattice.Lattice{Lattice: gridfit.Lattice{Cells: map[node]int{{}: 3, {Col: 2}: 4, {Row: 1, Col: 1}: 5}}}, sure: map[node]float64{{}: 0.9, {Col: 2}: 0.01, {Row: 1, Col: 1}: 0.5}}
	not := k.nonLetters()
	if len(not) != 1 || !not[4] {
		t.Errorf("no letters are %v, want candidate 4", not)
	}
	kept := k.without(not)
	if _, there := kept.Cells[node{Col: 2}]; there || len(kept.Cells) != 2 {
		t.Errorf("%v are kept", kept)
	}
}
