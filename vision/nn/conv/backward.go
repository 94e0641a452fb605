package conv

// #include "kernel.h"
import "C"

import "slices"

// Gradients holds what one backward pass makes: the gradients of the maps and of the weights.
type Gradients struct {
	maps    []Map
	turned  []float32 // weights of each convolution, turned around and transposed
	Weights []float32
}

// NewGradients makes gradients of zeros for the pass, which from then on keeps what Backward needs.
func (p *Pass) NewGradients() *Gradients {
	g := &Gradients{Weights: make([]float32, len(p.net.Weights)), turned: make([]float32, len(p.net.Weights))}
	p.learning, p.normalized = true, nil
	for i := range p.Maps {
		m := &p.Maps[i]
		g.maps = append(g.maps, NewMap(m.Height, m.Width, m.Channels))
		if p.normalized = append(p.normalized, Map{}); i > 0 && p.net.Steps[i-1].Rectify {
			p.normalized[i] = NewMap(m.Height, m.Width, m.Channels)
		}
	}
	return g
}

// Outputs is the gradient of the last map, to be filled before Backward.
func (g *Gradients) Outputs() *Map { return &g.maps[len(g.maps)-1] }

// Backward adds the gradient of the weights (backpropagation, Rumelhart and others 1986) of the pass that ran last.
func (p *Pass) Backward(g *Gradients) {
	for i := range g.maps[:len(g.maps)-1] {
		clear(g.maps[i].Data)
	}
	for _, s := range slices.Backward(p.net.Steps) {
		p.back(g, &s)
	}
}

func (p *Pass) back(g *Gradients, s *Step) {
	from, to := g.maps[s.From].native(), g.maps[s.To].native()
	rows := C.int64_t(g.maps[s.From].Height)
	switch s.Kind {
	case Convolve:
		if s.Rectify {
			cut(g.maps[s.To].Data, p.Maps[s.To].Data)
		}
		if s.Residual {
			g.pass(s.To, s.From)
		}
		if s.Rectify {
			p.denormalize(g, s)
		}
		bias := g.Weights[s.Bias:]
		if s.Rectify {
			bias = make([]float32, s.Outputs) // the normalization removes it; its place is the shift's
		}
		C.weigh(p.Maps[s.From].native(), to, pointer(g.Weights[s.Weights:]), pointer(bias), 0, C.int64_t(p.Maps[s.To].Height), flag(s.Single))
		if s.From > 0 {
			C.convolve(to, pointer(p.turn(g, s)), nil, from, 0, rows, flag(s.Single), 1, 0)
		}
	case Halve:
		C.spread(to, from, 0, C.int64_t(g.maps[s.To].Height), 0.25)
	case Join:
		g.pass(s.To, s.Kept)
		C.halve(to, from, 0, rows, 1, 1)
	}
}

// pass adds a map's gradient to that of another.
func (g *Gradients) pass(from, to int) {
	sum := g.maps[to].Data
	for i, x := range g.maps[from].Data {
		sum[i] += x
	}
}

// cut removes the gradient where the rectifier was closed.
func cut(gradient, activation []float32) {
	for i, a := range activation {
		if a <= 0 {
			gradient[i] = 0
		}
	}
}

// turn are a convolution's weights for the way back: the taps in reverse, outputs as inputs.
func (p *Pass) turn(g *Gradients, s *Step) []float32 {
	w, t, n := p.net.Weights[s.Weights:], g.turned[s.Weights:s.Bias], s.Taps()
	for tap := range n {
		for i := range s.Inputs {
			for o := range s.Outputs {
				t[((n-1-tap)*s.Outputs+o)*s.Inputs+i] = w[(tap*s.Inputs+i)*s.Outputs+o]
			}
		}
	}
	return t
}

// denormalize turns the gradient of normalized sums into that of the sums.
func (p *Pass) denormalize(g *Gradients, s *Step) {
	m, kept := &g.maps[s.To], &p.normalized[s.To]
	sums := make([]float32, 2*m.Height*m.Channels)
	for y := range m.Height {
		row := sums[2*y*m.Channels:]
		C.moments(m.native(), kept.native(), C.int64_t(y), pointer(row), pointer(row[m.Channels:]))
	}
	total, n := totals(sums, 2*m.Channels), float64(m.Height*m.Width)
	a, b, c := make([]float32, m.Channels), make([]float32, m.Channels), make([]float32, m.Channels)
	for i := range m.Channels {
		g.Weights[s.Bias+i] += float32(total[i])
		g.Weights[s.Gain+i] += float32(total[m.Channels+i])
		k := float64(p.net.Weights[s.Gain+i]) * float64(p.inverse[s.To][i])
		a[i], b[i], c[i] = float32(k), float32(-k*total[i]/n), float32(-k*total[m.Channels+i]/n)
	}
	C.combine(m.native(), kept.native(), pointer(a), pointer(b), pointer(c))
}
