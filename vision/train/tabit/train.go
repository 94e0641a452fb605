package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/picture"
	"tilewatch/vision/tabit"
)

// examples are sampled boxes with their classes.
type examples struct {
	inputs  []*tabit.Vector
	classes []tabit.Class
}

// add samples a box from a picture file: its corners as seen from its player's seat, and its class.
func (e *examples) add(file []byte, corners [4][2]float64, class tabit.Class) error {
	p, err := picture.Decode(file)
	if err != nil {
		return err
	}
	defer p.Close()
	var q engine.Quad
	for i, c := range corners {
		q[i] = engine.Point{X: c[0], Y: c[1]}
	}
	return picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
		e.inputs = append(e.inputs, tabit.FeaturesOf(r, q))
		e.classes = append(e.classes, class)
		return nil
	})
}

// The training. Hand-set.
const (
	batch       = 64
	firstRate   = 0.0015
	lastRate    = 0.03 // share of the first rate
	dropout     = 0.2  // share of the hidden units
	weightDecay = 0.01
)

// train fits a network by Adam on the cross-entropy, with dropout, and calibrates it on the boxes held back. report gets a line about
// each epoch.
func train(known, held *examples, epochs int, rng *rand.Rand, report func(string)) (*tabit.Net, string, error) {
	m := fit.New(tabit.Shape, 1, 1/math.Sqrt(tabit.Hidden), rng)
	pass := fit.NewPass(m)
	run := fit.Schedule{Epochs: epochs, Batch: batch, Rate: fit.Linear(firstRate, lastRate, epochs)}
	run.Report = func(epoch int) {
		net, _ := netOf(m) // no error: its shape has not changed
		right, loss := evaluate(net, held)
		report(fmt.Sprintf("epoch %d: right %.4f, loss %.4f of %d held back", epoch+1, right, loss, len(held.inputs)))
	}
	run.Run(m, &fit.Adam{Decay: weightDecay}, len(known.inputs), rng, func(_, i int, g fit.Gradient) {
		fit.Load(pass, m, known.inputs[i][:])
		pass.Drop(dropout, rng)
		pass.Forward(m)
		fit.CrossEntropy(pass.Out, int(known.classes[i]))
		g.Add(m, pass, pass.Out)
	})
	net, err := netOf(m)
	if err != nil {
		return nil, "", err
	}
	calibrate(net, held)
	right, loss := evaluate(net, held)
	score := fmt.Sprintf("right %.4f, loss %.4f of %d boxes held back, calibrated by %.2f", right, loss, len(held.inputs), net.InverseTemperature)
	report(score)
	return net, score, nil
}

// netOf is the model as a network.
func netOf(m *fit.Model) (*tabit.Net, error) {
	plain, err := m.Net()
	return &tabit.Net{Net: plain, InverseTemperature: 1}, err
}

// evaluate returns the share of examples that the network classifies rightly, and its mean cross-entropy.
func evaluate(n *tabit.Net, e *examples) (right, loss float64) {
	for i := range e.inputs {
		s := n.Scores(e.inputs[i])
		best := 0
		for c := range s {
			if s[c] > s[best] {
				best = c
			}
		}
		if tabit.Class(best) == e.classes[i] {
			right++
		}
		loss -= s[e.classes[i]]
	}
	count := float64(len(e.inputs))
	return right / count, loss / count
}

// calibrate finds the certainty (temperature scaling: Guo et al. 2017) with the least loss, among steps of 0.05.
func calibrate(n *tabit.Net, e *examples) {
	best, at := math.Inf(1), float32(1)
	for c := float32(0.3); c <= 1.5; c += 0.05 {
		n.InverseTemperature = c
		if _, loss := evaluate(n, e); loss < best {
			best, at = loss, c
		}
	}
	n.InverseTemperature = at
}
