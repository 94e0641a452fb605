package linear

import (
	"math"
	"testing"
)

// wave is a sine with a frequency, a phase and a height.
type wave [3]float64

func (w *wave) at(x float64) float64 { return w[2] * math.Sin(w[0]*x+w[1]) }

func TestLevenbergMarquardtFitsAWave(t *testing.T) {
	truth, m := wave{1.3, 0.4, 2}, wave{1.2, 0.1, 1}
	residuals := func(w *wave) (all []float64) {
		for i := range 40 {
			x := float64(i) / 10
			all = append(all, w.at(x)-truth.at(x))
		}
		return all
	}
	moved := func(w *wave, step []float64) wave { return wave{w[0] + step[0], w[1] + step[1], w[2] + step[2]} }
	cost := LevenbergMarquardt(&m, Problem[wave]{
		Cost: func(w *wave) (sum float64) {
			for _, r := range residuals(w) {
				sum += r * r
			}
			return sum
		},
		Normal: func(w *wave) *Normal {
			normal, base := NewNormal(3), residuals(w)
			var slopes [3][]float64
			for k := range slopes {
				step := make([]float64, 3)
				step[k] = 1e-6
				next := moved(w, step)
				slopes[k] = residuals(&next)
			}
			for i, r := range base {
				normal.Add([]float64{(slopes[0][i] - r) / 1e-6, (slopes[1][i] - r) / 1e-6, (slopes[2][i] - r) / 1e-6}, -r, 1)
			}
			return normal
		},
		Moved: moved,
	}, Damping{Rounds: 50, Tries: 6, Down: 5, Up: 8, Least: 1e-9})
	for k := range m {
		if math.Abs(m[k]-truth[k]) > 1e-4 {
			t.Fatalf("fitted %v with cost %v, want %v", m, cost, truth)
		}
	}
}

func TestNormalEquations(t *testing.T) {
	n := NewNormal(2)
	for _, e := range [][3]float64{{1, 0, 2}, {1, 1, 5}, {1, 2, 8}} { // 2 + 3 x
		n.Add(e[:2], e[2], 1)
	}
	x, ok := n.Solve()
	if !ok || math.Abs(x[0]-2) > 1e-9 || math.Abs(x[1]-3) > 1e-9 {
		t.Errorf("solved to %v, %v", x, ok)
	}
	n.AddOne(1, 0, 1e9) // a strong prior on 0
	if x, _ = n.Solve(); math.Abs(x[1]) > 1e-6 || math.Abs(x[0]-5) > 1e-6 {
		t.Errorf("with a prior %v, want the mean", x)
	}
	damped := n.Damped(1)
	if damped.rows[0][0] != 2*n.rows[0][0] || damped.rows[0][1] != n.rows[0][1] {
		t.Error("damping changes more than the diagonal")
	}
	if _, ok := NewNormal(2).Solve(); ok {
		t.Error("no equations have a solution")
	}
}

func TestInverse(t *testing.T) {
	a := [][]float64{{2, 1, 0}, {1, 3, 1}, {0, 1, 4}}
	b, ok := Inverse(a)
	if !ok {
		t.Fatal("no inverse")
	}
	for i := range a {
		for j := range a {
			sum := 0.0
			for k := range a {
				sum += a[i][k] * b[k][j]
			}
			if want := map[bool]float64{true: 1}[i == j]; math.Abs(sum-want) > 1e-12 {
				t.Errorf("product %v at %d, %d", sum, i, j)
			}
		}
	}
	if _, ok := Inverse([][]float64{{1, 2}, {2, 4}}); ok {
		t.Error("a singular matrix has an inverse")
	}
}
