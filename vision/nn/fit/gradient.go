package fit

import (
	"math"
	"slices"

	"tilewatch/vision/nn"
)

// Gradient is the slope of a loss by each weight, added up over examples.
type Gradient []float64

// negligible is a slope that changes nothing: examples that a model has learned are most of them, and cost no time.
const negligible = 1e-6

// Add carries the slope by the outputs of a pass back through both layers.
func (g Gradient) Add(m *Model, p *Pass, slope []float64) {
	if slices.Max(slope) < negligible && slices.Min(slope) > -negligible {
		return
	}
	_, _, out, _ := m.layers(m.Weights)
	inSlope, biasSlope, outSlope, outBiasSlope := m.layers(g)
	axpy(1, slope, outBiasSlope)
	for h, a := range p.hidden {
		axpy(a, slope, outSlope[h*m.Outputs:(h+1)*m.Outputs])
		p.back[h] = dot(slope, out[h*m.Outputs:]) * p.slope(m, h)
	}
	axpy(1, p.back, biasSlope)
	for i, x := range p.X {
		if x != 0 {
			axpy(x, p.back, inSlope[i*m.Hidden:(i+1)*m.Hidden])
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// activated is what a hidden unit makes of its sum.
func activated(m *Model, sum float64) float64 {
	if m.Activation == nn.Rectified {
		return max(sum, 0)
	}
	return math.Tanh(sum)
}

// slope of a hidden unit's activation by its sum.
func (p *Pass) slope(m *Model, h int) float64 {
	keep := 1.0
	if p.dropped {
		keep = p.keep[h]
	}
	switch a := p.hidden[h]; {
	case m.Activation == nn.Rectified && a > 0:
		return keep
	case m.Activation == nn.Rectified || keep == 0:
		return 0
	default:
		return keep * (1 - a*a/(keep*keep))
	}
}

// CrossEntropy turns the scores of a choice into the slope of its logarithmic loss, if one of them is right, and answers the loss.
func CrossEntropy(scores []float64, right int) (loss float64) {
	top, sum := slices.Max(scores), 0.0
	at := scores[right] - top
	for i := range scores {
		scores[i] = math.Exp(scores[i] - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	scores[right]--
	return math.Log(sum) - at
}
