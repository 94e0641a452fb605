package main

import (
	"math"
	"math/rand/v2"

	"tilewatch/ocr/glyph"
	"tilewatch/vision/nn/fit"
)

// example is one plane of a face: its features upright, and what it shows.
type example struct {
	vector glyph.Vector
	class  int
}

// turns work one example at a time into a gradient. They hold working memory: one goroutine at a time.
type turns struct {
	pass  [4]*fit.Pass
	rng   *rand.Rand
	drop  float64 // share of the hidden units
	loss  float64 // of all examples so far
	count int
}

func newTurns(m *fit.Model, drop float64, rng *rand.Rand) *turns {
	t := &turns{rng: rng, drop: drop}
	for k := range t.pass {
		t.pass[k] = fit.NewPass(m)
	}
	return t
}

// add works one example in. The loss is that of one choice among 26 letters in four turns, and blank.
func (t *turns) add(m *fit.Model, e *example, g fit.Gradient) {
	var v [4]glyph.Vector
	v[0] = e.vector
	glyph.Turns(&v)
	var scores [4][glyph.Classes]float32
	t.pass[0].Drop(t.drop, t.rng)
	for k, p := range t.pass {
		p.DropLike(t.pass[0])
		fit.Load(p, m, v[k][:])
		p.Forward(m)
		for c, s := range p.Out {
			scores[k][c] = float32(s)
		}
	}
	posterior := glyph.PosteriorOf(&scores)
	t.loss += lossOf(&posterior, e.class)
	t.count++
	for k, p := range t.pass {
		slopes(&posterior, k, e.class, p.Out)
		g.Add(m, p, p.Out)
	}
}

// slopes are those of the loss by the outputs of one turn.
func slopes(p *glyph.Posterior, k, class int, out []float64) {
	for c := range 26 {
		out[c] = math.Exp(p.Letters[k][c])
	}
	out[26] = math.Exp(p.Blank) / 4 // the blank's score is the mean of the four turns'
	switch {
	case class == 26:
		out[26] -= 0.25
	case k == 0:
		out[class]--
	}
}

func lossOf(p *glyph.Posterior, class int) float64 {
	if class == 26 {
		return -p.Blank
	}
	return -p.Letters[0][class]
}

// schedule is how to train.
type schedule struct {
	epochs, batch, workers int
	rate, decay, drop      float64
}

// learn trains the net; report is called after each epoch with the mean loss.
func learn(m *fit.Model, examples []example, s schedule, seed uint64, report func(epoch int, loss float64)) {
	workers := make([]*turns, s.workers)
	for i := range workers {
		workers[i] = newTurns(m, s.drop, rand.New(rand.NewPCG(seed, uint64(i)+100)))
	}
	run := fit.Schedule{Epochs: s.epochs, Batch: s.batch, Workers: s.workers, Rate: fit.Cosine(s.rate)}
	run.Report = func(epoch int) {
		loss, count := 0.0, 0
		for _, w := range workers {
			loss, count = loss+w.loss, count+w.count
			w.loss, w.count = 0, 0
		}
		report(epoch, loss/float64(count))
	}
	run.Run(m, &fit.Adam{Decay: s.decay}, len(examples), rand.New(rand.NewPCG(seed, 99)), func(worker, i int, g fit.Gradient) {
		workers[worker].add(m, &examples[i], g)
	})
}

// newModel is a model with He's initial weights (He et al. 2015).
func newModel(hidden int, r *rand.Rand) *fit.Model {
	return fit.New(glyph.Shape(hidden), math.Sqrt2, math.Sqrt(1/float64(hidden)), r)
}

// netOf is the model as a net.
func netOf(m *fit.Model, c glyph.Calibration) (*glyph.Net, error) {
	plain, err := m.Net()
	if err != nil {
		return nil, err
	}
	return &glyph.Net{Net: plain, Calibration: c}, nil
}
