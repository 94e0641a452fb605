package tilemap

import (
	"math"
	"testing"
)

func TestLogOddsOfAPoint(t *testing.T) {
	var classes [Classes]float32
	for i, p := range []float64{Table: 0.5, Letter: 0.2, Blank: 0.05, Side: 0.1, Loose: 0.05, Bank: 0.1} {
		classes[i] = float32(math.Log(p)) + 3
	}
	tile, board := odds(&classes)
	if math.Abs(float64(board)-math.Log(0.25/0.15)) > 1e-5 || math.Abs(float64(tile)-math.Log(0.4/0.6)) > 1e-5 {
		t.Errorf("log-odds %.4f and %.4f", board, tile)
	}
	for _, v := range []float32{500, -500} {
		classes[Letter] = v
		if tile, board := odds(&classes); board != board || math.Abs(float64(board)) > oddsMost || math.Abs(float64(tile)) > oddsMost {
			t.Errorf("log-odds %g and %g of a point whose letter has %g", board, tile, v)
		}
	}
}

func TestLogarithmsOfSumsAreRightToAMillionth(t *testing.T) {
	for d := float32(0); d < 40; d += 0.0137 {
		for _, a := range []float32{-20, 0, 7.5} {
			want := float64(a) + math.Log1p(math.Exp(-float64(d)))
			if x, y := logAdd(a, a-d), logAdd(a-d, a); x != y || math.Abs(float64(x)-want) > 3e-6 {
				t.Fatalf("%g and %g: %g and %g, want %g", a, a-d, x, y, want)
			}
		}
	}
}
