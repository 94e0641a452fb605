package fit

import "math/rand/v2"

// Pass is one input vector on its way through a model. It holds working memory: one goroutine at a time.
type Pass struct {
	X       []float64 // the input, normalized if the model wants it so
	Out     []float64 // the outputs, without softmax
	hidden  []float64 // activations, dropped units 0 and the others scaled up for them
	keep    []float64 // what each activation is multiplied by
	back    []float64
	dropped bool
}

// NewPass is working memory for a model.
func NewPass(m *Model) *Pass {
	row := func(n int) []float64 { return make([]float64, n) }
	return &Pass{X: row(m.Inputs), Out: row(m.Outputs), hidden: row(m.Hidden), keep: row(m.Hidden), back: row(m.Hidden)}
}

// Load takes an input vector in, and normalizes it if the model wants it so.
func Load[T float32 | float64](p *Pass, m *Model, x []T) {
	for k := range p.X {
		p.X[k] = float64(x[k])
	}
	if m.Normalized {
		for k := range p.X {
			p.X[k] = (p.X[k] - m.Mean[k]) * m.Scale[k]
		}
	}
}

// LeaveOut sets a share of the inputs to their mean, at random, and scales the others up for them, so that the model relies on no input alone.
// Scales has room for one number an input.
func LeaveOut(scales []float64, share float64, rng *rand.Rand) {
	for k := range scales {
		scales[k] = 0
		if rng.Float64() >= share {
			scales[k] = 1 / (1 - share)
		}
	}
}

// Multiply scales each input.
func (p *Pass) Multiply(by []float64) {
	for k := range p.X {
		p.X[k] *= by[k]
	}
}

// Drop drops a share of the hidden units at random until the next Drop (Srivastava et al. 2014).
func (p *Pass) Drop(share float64, rng *rand.Rand) {
	p.dropped = share > 0
	LeaveOut(p.keep, share, rng)
}

// Forward fills in the outputs.
func (p *Pass) Forward(m *Model) {
	in, bias, out, outBias := m.layers(m.Weights)
	copy(p.hidden, bias)
	for i, x := range p.X {
		if x != 0 {
			axpy(x, in[i*m.Hidden:(i+1)*m.Hidden], p.hidden)
		}
	}
	copy(p.Out, outBias)
	for h, sum := range p.hidden {
		p.hidden[h] = activated(m, sum)
		if p.dropped {
			p.hidden[h] *= p.keep[h]
		}
		if p.hidden[h] != 0 {
			axpy(p.hidden[h], out[h*m.Outputs:(h+1)*m.Outputs], p.Out)
		}
	}
}

// DropLike drops the hidden units that another pass drops.
func (p *Pass) DropLike(o *Pass) {
	p.dropped = o.dropped
	copy(p.keep, o.keep)
}
