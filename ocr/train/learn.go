package main

import (
	"math"
	"math/rand/v2"
	"sync"

	"tilewatch/ocr/glyph"
)

// example is one plane of a face: its features upright, and what it shows.
type example struct {
	vector glyph.Vector
	class  int
}

// gradient is the slope of the loss, in the layers of a net, and the loss itself.
type gradient struct {
	layers [4][]float32
	loss   float64
	hidden []float32 // activations of the four turns
	back   []float32
	keep   []bool
}

func layersOf(n *glyph.Net) [4][]float32 { return [4][]float32{n.W1, n.B1, n.W2, n.B2} }

func newGradient(n *glyph.Net) *gradient {
	g := &gradient{hidden: make([]float32, 4*n.Hidden), back: make([]float32, n.Hidden), keep: make([]bool, n.Hidden)}
	for i, l := range layersOf(n) {
		g.layers[i] = make([]float32, len(l))
	}
	return g
}

// add works one example in. The loss is that of one choice among 26 letters in four turns, and blank.
func (g *gradient) add(n *glyph.Net, e *example, drop float64, r *rand.Rand) {
	var v [4]glyph.Vector
	v[0] = e.vector
	glyph.Turns(&v)
	var scores [4][glyph.Classes]float32
	for h := range g.keep {
		g.keep[h] = r.Float64() >= drop
	}
	g.forward(n, &v, &scores, float32(1/(1-drop)))
	p := n.Posterior(&scores)
	var d [4][glyph.Classes]float32
	for k := range d {
		for c := range 26 {
			d[k][c] = float32(math.Exp(p.Letters[k][c]))
		}
		d[k][26] = float32(math.Exp(p.Blank)) / 4
	}
	if e.class == 26 {
		g.loss -= p.Blank
		for k := range d {
			d[k][26] -= 0.25
		}
	} else {
		g.loss -= p.Letters[0][e.class]
		d[0][e.class]--
	}
	for k := range d {
		g.push(n, &v[k], g.hidden[k*n.Hidden:(k+1)*n.Hidden], &d[k], float32(1/(1-drop)))
	}
}

// forward scores the four turns with some hidden units dropped and the others scaled up for them.
func (g *gradient) forward(n *glyph.Net, v *[4]glyph.Vector, out *[4][glyph.Classes]float32, scale float32) {
	clear(g.hidden)
	for h, keep := range g.keep {
		if !keep {
			continue
		}
		s := glyph.Dot4(n.W1[h*glyph.Features:(h+1)*glyph.Features], v[0][:], v[1][:], v[2][:], v[3][:])
		for k := range s {
			g.hidden[k*n.Hidden+h] = max(s[k]+n.B1[h], 0) * scale
		}
	}
	a, size := g.hidden, n.Hidden
	for c := range glyph.Classes {
		s := glyph.Dot4(n.W2[c*size:(c+1)*size], a[:size], a[size:2*size], a[2*size:3*size], a[3*size:])
		for k := range s {
			out[k][c] = s[k] + n.B2[c]
		}
	}
}

// push carries the slope of one turn's outputs back through both layers.
func (g *gradient) push(n *glyph.Net, v *glyph.Vector, hidden []float32, d *[glyph.Classes]float32, scale float32) {
	clear(g.back)
	for c, slope := range d {
		if slope > -1e-5 && slope < 1e-5 {
			continue
		}
		g.layers[3][c] += slope
		axpy(slope, hidden, g.layers[2][c*n.Hidden:])
		axpy(slope, n.W2[c*n.Hidden:(c+1)*n.Hidden], g.back)
	}
	for h, slope := range g.back {
		if hidden[h] > 0 && (slope > 1e-6 || slope < -1e-6) {
			g.layers[1][h] += slope * scale
			axpy(slope*scale, v[:], g.layers[0][h*glyph.Features:])
		}
	}
}

// axpy adds a times x to y.
func axpy(a float32, x, y []float32) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

// schedule is how to train.
type schedule struct {
	epochs, batch, workers int
	rate, decay, drop      float64
}

// adam is the state of Kingma and Ba's optimizer for one layer.
type adam struct{ first, second []float32 }

// learn trains the net; report is called after each epoch with the mean loss.
func learn(n *glyph.Net, examples []example, s schedule, seed uint64, report func(epoch int, loss float64)) {
	var states [4]adam
	for i, l := range layersOf(n) {
		states[i] = adam{make([]float32, len(l)), make([]float32, len(l))}
	}
	grads := make([]*gradient, s.workers)
	rands := make([]*rand.Rand, s.workers)
	for i := range grads {
		grads[i], rands[i] = newGradient(n), rand.New(rand.NewPCG(seed, uint64(i)+100))
	}
	order := rand.New(rand.NewPCG(seed, 99))
	index := make([]int, len(examples))
	for i := range index {
		index[i] = i
	}
	step, steps := 0, s.epochs*(len(examples)/s.batch)
	for epoch := range s.epochs {
		order.Shuffle(len(index), func(i, j int) { index[i], index[j] = index[j], index[i] })
		loss := 0.0
		for b := 0; b+s.batch <= len(index); b += s.batch {
			loss += batch(n, examples, index[b:b+s.batch], grads, rands, s.drop)
			step++
			rate := s.rate * (0.5 + 0.5*math.Cos(math.Pi*float64(step)/float64(steps)))
			for i, l := range layersOf(n) {
				decay := 0.0
				if i%2 == 0 {
					decay = s.decay
				}
				states[i].update(l, grads[0].layers[i], rate, decay, step, float32(1/float64(s.batch)))
			}
		}
		report(epoch, loss/float64(len(index)/s.batch*s.batch))
	}
}

// batch leaves the summed slope of some examples in the first gradient and answers their loss.
func batch(n *glyph.Net, examples []example, index []int, grads []*gradient, rands []*rand.Rand, drop float64) float64 {
	var wait sync.WaitGroup
	for w, g := range grads {
		wait.Go(func() {
			g.loss = 0
			for i := range g.layers {
				clear(g.layers[i])
			}
			for i := w; i < len(index); i += len(grads) {
				g.add(n, &examples[index[i]], drop, rands[w])
			}
		})
	}
	wait.Wait()
	loss := grads[0].loss
	for _, g := range grads[1:] {
		for i := range g.layers {
			axpy(1, g.layers[i], grads[0].layers[i])
		}
		loss += g.loss
	}
	return loss
}

func (a *adam) update(w, grad []float32, rate, decay float64, step int, scale float32) {
	const b1, b2 = 0.9, 0.999
	c1, c2 := 1-math.Pow(b1, float64(step)), 1-math.Pow(b2, float64(step))
	lr, shrink := float32(rate*math.Sqrt(c2)/c1), float32(1-rate*decay)
	for i, g := range grad {
		g *= scale
		a.first[i] = b1*a.first[i] + (1-b1)*g
		a.second[i] = b2*a.second[i] + (1-b2)*g*g
		w[i] = w[i]*shrink - lr*a.first[i]/(float32(math.Sqrt(float64(a.second[i])))+1e-8)
	}
}

// start fills the net with He's initial weights.
func start(n *glyph.Net, r *rand.Rand) {
	for i := range n.W1 {
		n.W1[i] = float32(r.NormFloat64() * math.Sqrt(2.0/glyph.Features))
	}
	for i := range n.W2 {
		n.W2[i] = float32(r.NormFloat64() * math.Sqrt(1/float64(n.Hidden)))
	}
}
