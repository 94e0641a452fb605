package linear

import (
	"math"
	"testing"
)

func TestSolve(t *testing.T) {
	rows := [][]float64{{0, 2, 1, 7}, {1, -1, 0, -1}, {3, 0, 2, 9}}
	x, ok := Solve(rows)
	for i, want := range []float64{1, 2, 3} {
		if !ok || math.Abs(x[i]-want) > 1e-12 {
			t.Fatalf("solved to %v, %v", x, ok)
		}
	}
	if rows[0][1] != 2 || rows[2][3] != 9 {
		t.Error("the equations were changed")
	}
	if _, ok := Solve([][]float64{{1, 2, 3}, {2, 4, 6}}); ok {
		t.Error("two equations that say the same have a solution")
	}
	if x, ok := Solve([][]float64{{1e-9, 0, 1e-9}, {0, 1e9, 2e9}}); !ok || math.Abs(x[0]-1) > 1e-9 || math.Abs(x[1]-2) > 1e-9 {
		t.Errorf("of very different scales: %v, %v", x, ok)
	}
}
