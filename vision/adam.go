package vision

import "math"

// adam holds a network's numbers in one row, their gradients, and Adam's running moments.
type adam struct {
	w, g, m, v []float64
	decay      float64 // draws weights towards zero
	steps      int
}

func newAdam(length int, decay float64) adam {
	row := func() []float64 { return make([]float64, length) }
	return adam{w: row(), g: row(), m: row(), v: row(), decay: decay}
}

// step moves along the gradient that n examples added up, and forgets it.
func (t *adam) step(rate, n float64) {
	t.steps++
	c1, c2 := 1-math.Pow(0.9, float64(t.steps)), 1-math.Pow(0.999, float64(t.steps))
	for i, g := range t.g {
		g /= n
		t.m[i] = 0.9*t.m[i] + 0.1*g
		t.v[i] = 0.999*t.v[i] + 0.001*g*g
		t.w[i] -= rate * (t.m[i]/c1/(math.Sqrt(t.v[i]/c2)+1e-8) + t.decay*t.w[i])
		t.g[i] = 0
	}
}
