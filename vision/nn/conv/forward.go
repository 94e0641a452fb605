package conv

// #include "kernel.h"
import "C"

import (
	"math"

	"tilewatch/vision/parallel"
)

// Picture is what a network sees: red, green, blue, a byte each, in rows without gaps.
type Picture struct {
	Width, Height int
	RGB           []uint8
}

// Pass holds the maps of one run of a network, to be used again for pictures of the same size.
type Pass struct {
	net   *Net
	Maps  []Map // by their numbers
	split int   // goroutines

	learning   bool
	normalized []Map       // by the same numbers, while the network learns: what the gains multiply
	inverse    [][]float32 // and the inverse deviations by which sums were multiplied
}

// NewPass makes the maps for pictures of a size; sides are rounded up to whole cells, and what lies beyond the picture is 0. The rows of a map are
// split among some goroutines.
func (n *Net) NewPass(width, height, goroutines int) *Pass {
	cell := n.Cell()
	w, h := (width+cell-1)/cell*cell/2, (height+cell-1)/cell*cell/2
	p := &Pass{net: n, Maps: []Map{NewMap(h, w, Inputs)}, split: goroutines, inverse: make([][]float32, len(n.Steps)+1)}
	for _, s := range n.Steps {
		p.Maps = append(p.Maps, NewMap(h>>s.Level, w>>s.Level, s.Outputs))
	}
	return p
}

// middle and reach bring bytes to about -1 to 1.
const (
	middle = 127.5
	reach  = 1 / 127.5
)

// Load brings a picture into the first map.
func (p *Pass) Load(m *Picture) {
	first := &p.Maps[0]
	for y := range m.Height {
		row := m.RGB[3*y*m.Width : 3*(y+1)*m.Width]
		for x := range m.Width {
			to := first.At(x/2, y/2)[3*(x%2+2*(y%2)):]
			for c := range 3 {
				to[c] = (float32(row[3*x+c]) - middle) * reach
			}
		}
	}
}

// Run makes all maps from the first one. It returns the last: the outputs for each 2 x 2 pixels. The next run overwrites it.
func (p *Pass) Run() *Map {
	for i := range p.net.Steps {
		s := &p.net.Steps[i]
		p.rows(p.Maps[s.To].Height, func(from, to int) { p.step(s, from, to) })
		if s.Rectify {
			p.normalize(s)
		}
	}
	return &p.Maps[len(p.Maps)-1]
}

// rows splits a map's rows among the goroutines, in pairs: two rows come from one of a coarser level.
func (p *Pass) rows(height int, do func(from, to int)) {
	if p.split <= 1 || height < 4*p.split {
		do(0, height)
		return
	}
	pairs := (height + 1) / 2
	parallel.Do(p.split, func(i int) { do(2*(pairs*i/p.split), min(2*(pairs*(i+1)/p.split), height)) })
}

// step makes some rows of a map.
func (p *Pass) step(s *Step, from, to int) {
	in, out := p.Maps[s.From].native(), p.Maps[s.To].native()
	first, end := C.int64_t(from), C.int64_t(to)
	switch s.Kind {
	case Convolve:
		w := p.net.Weights
		bias := pointer(w[s.Bias:])
		if s.Rectify {
			bias = nil // it is the shift
		}
		C.convolve(in, pointer(w[s.Weights:]), bias, out, first, end, flag(s.Single), 0, 0)
	case Halve:
		C.halve(in, out, first, end, 0.25, 0)
	case Join:
		p.keep(s.Kept, s.To, from, to)
		C.spread(in, out, first/2, end/2, 1)
	}
}

// keep copies rows of a map to another one.
func (p *Pass) keep(map1, map2, from, to int) {
	m := &p.Maps[map2]
	row := (m.Width + 2) * m.Channels
	copy(m.Data[(from+1)*row:(to+1)*row], p.Maps[map1].Data[(from+1)*row:(to+1)*row])
}

// flat is added to a channel's variance: what is flat stays so.
const flat = 1e-4

// normalize brings each channel of a convolution's sums to mean 0 and variance 1 over the picture, then to its gain and shift, the bias (instance
// normalization, Ulyanov and others 2016). Most of a picture is table, so what remains is how a point differs from it.
func (p *Pass) normalize(s *Step) {
	m := &p.Maps[s.To]
	mean, inverse := p.moments(m)
	p.inverse[s.To] = inverse
	w := p.net.Weights
	var residual, kept C.feature_map
	if s.Residual {
		residual = p.Maps[s.From].native()
	}
	if p.learning {
		kept = p.normalized[s.To].native()
	}
	native := m.native()
	p.rows(m.Height, func(from, to int) {
		C.normalize(native, pointer(mean), pointer(inverse), pointer(w[s.Gain:]), pointer(w[s.Bias:]), residual, kept, C.int64_t(from), C.int64_t(to), 1)
	})
}

// moments are the means of a map's channels and their inverse deviations. Rows are summed alone and then in order, so goroutines change nothing.
func (p *Pass) moments(m *Map) (mean, inverse []float32) {
	sums := make([]float32, 2*m.Height*m.Channels)
	native := m.native()
	p.rows(m.Height, func(from, to int) {
		for y := from; y < to; y++ {
			row := sums[2*y*m.Channels:]
			C.moments(native, native, C.int64_t(y), pointer(row), pointer(row[m.Channels:]))
		}
	})
	total := totals(sums, 2*m.Channels)
	mean, inverse = make([]float32, m.Channels), make([]float32, m.Channels)
	n := float64(m.Height * m.Width)
	for c := range mean {
		a := total[c] / n
		mean[c], inverse[c] = float32(a), float32(1/math.Sqrt(max(total[m.Channels+c]/n-a*a, 0)+flat))
	}
	return mean, inverse
}

// totals sums rows of some numbers.
func totals(rows []float32, width int) []float64 {
	sum := make([]float64, width)
	for i, v := range rows {
		sum[i%width] += float64(v)
	}
	return sum
}
