package fit

import "math"

// Adam is Kingma and Ba's optimizer, with weight decay apart from the gradient (AdamW). Its first step sizes the moments.
type Adam struct {
	Decay         float64 // draws weights towards zero
	first, second []float64
	steps         int
}

// Kingma and Ba's own values.
const (
	firstKept  = 0.9
	secondKept = 0.999
	tiny       = 1e-8
)

// Step moves the weights against the gradient.
func (a *Adam) Step(weights, gradient []float64, rate float64) {
	if a.steps == 0 {
		a.first, a.second = make([]float64, len(weights)), make([]float64, len(weights))
	}
	a.steps++
	c1, c2 := 1-math.Pow(firstKept, float64(a.steps)), 1-math.Pow(secondKept, float64(a.steps))
	for i, g := range gradient {
		a.first[i] = firstKept*a.first[i] + (1-firstKept)*g
		a.second[i] = secondKept*a.second[i] + (1-secondKept)*g*g
		weights[i] -= rate * (a.first[i]/c1/(math.Sqrt(a.second[i]/c2)+tiny) + a.Decay*weights[i])
	}
}
