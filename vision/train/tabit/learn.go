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

// examples are boxes of which it is known what they hold.
type examples struct {
	looks   []*tabit.Vector
	classes []tabit.Class
}

// add takes a box out of a picture file: its corners, as who sits there reads it, and what it holds.
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
		e.looks = append(e.looks, tabit.FeaturesOf(r, q))
		e.classes = append(e.classes, class)
		return nil
	})
}

const (
	batch     = 64
	firstRate = 0.0015
	lastRate  = 0.03 // of the first
	dropShare = 0.2  // of the hidden units, while learning
	decay     = 0.01 // draws weights towards zero
)

// learn fits a net by Adam on the logarithmic loss. report hears how it goes: the share of boxes rightly told, of those held back.
func learn(known, held *examples, epochs int, rng *rand.Rand, report func(string)) (*tabit.Net, string, error) {
	m := fit.New(tabit.Shape, 1, 1/math.Sqrt(tabit.Hidden), rng)
	pass := fit.NewPass(m)
	run := fit.Schedule{Epochs: epochs, Batch: batch, Rate: fit.Linear(firstRate, lastRate, epochs)}
	run.Report = func(epoch int) {
		net, _ := netOf(m) // it has the shape it began with
		right, loss := rate(net, held)
		report(fmt.Sprintf("epoch %d: right %.4f, loss %.4f of %d held back", epoch+1, right, loss, len(held.looks)))
	}
	run.Run(m, &fit.Adam{Decay: decay}, len(known.looks), rng, func(_, i int, g fit.Gradient) {
		fit.Load(pass, m, known.looks[i][:])
		pass.Drop(dropShare, rng)
		pass.Forward(m)
		fit.CrossEntropy(pass.Out, int(known.classes[i]))
		g.Add(m, pass, pass.Out)
	})
	net, err := netOf(m)
	if err != nil {
		return nil, "", err
	}
	calibrate(net, held)
	right, loss := rate(net, held)
	score := fmt.Sprintf("right %.4f, loss %.4f of %d boxes held back, calibrated by %.2f", right, loss, len(held.looks), net.InverseTemperature)
	report(score)
	return net, score, nil
}

// netOf is the model as a net.
func netOf(m *fit.Model) (*tabit.Net, error) {
	plain, err := m.Net()
	return &tabit.Net{Net: plain, InverseTemperature: 1}, err
}

// rate is the share of examples the net tells rightly, and its mean logarithmic loss.
func rate(n *tabit.Net, e *examples) (right, loss float64) {
	for i := range e.looks {
		s := n.Scores(e.looks[i])
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
	count := float64(len(e.looks))
	return right / count, loss / count
}

// calibrate finds how certain the net should be.
func calibrate(n *tabit.Net, e *examples) {
	best, at := math.Inf(1), float32(1)
	for c := float32(0.3); c <= 1.5; c += 0.05 {
		n.InverseTemperature = c
		if _, loss := rate(n, e); loss < best {
			best, at = loss, c
		}
	}
	n.InverseTemperature = at
}
