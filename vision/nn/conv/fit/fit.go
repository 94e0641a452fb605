// Package fit trains networks of package conv by stochastic gradient descent: Adam along the mean gradient of a batch of pictures that are drawn as
// they are needed, so that no picture is seen twice.
//
// A caller gives a shape, a source of examples and a loss; examples are numbered, so equal seeds give equal weights on one kind of machine.
package fit

import (
	"math"
	"math/rand/v2"
	"sync"

	"tilewatch/vision/nn/conv"
	"tilewatch/vision/nn/fit"
)

// Task is what a network learns.
type Task[E any] struct {
	Width, Height int // of its pictures, at most
	// Examples draws some examples by their number, such as one picture in several lights; it is called by several goroutines at a time.
	Examples func(number int) []Example[E]
	// Loss is an example's, and adds its gradient to that of the outputs, which is zero before.
	Loss func(of E, outputs, gradient *conv.Map) float64
}

// Example is a picture and what is true of it.
type Example[E any] struct {
	Truth   E
	Picture *conv.Picture
}

// Run says how long a network learns.
type Run struct {
	Steps, Batch int // a batch counts calls of Examples
	Rate         func(done float64) float64
	Decay        float64 // of the weights, AdamW's
	Workers      int
	Report       func(step int, loss float64) // after each step, with the mean loss of its batch
}

// New is a network with random weights, normally distributed by the number of inputs, and biases 0.
func New(s conv.Shape, r *rand.Rand) (*conv.Net, error) {
	n, err := conv.New(s, make([]float32, s.Count()))
	if err != nil {
		return nil, err
	}
	for _, step := range n.Steps {
		gain := 1.0
		if !step.Rectify {
			gain = 0.5 // a join adds two maps, and the head's log-odds begin small
		}
		for i := range step.Outputs {
			if step.Rectify {
				n.Weights[step.Gain+i] = 1
			}
			if step.Residual {
				n.Weights[step.Gain+i] = firstGain
			}
		}
		for i := step.Weights; step.Kind == conv.Convolve && i < step.Bias; i++ {
			n.Weights[i] = float32(gain * r.NormFloat64() / math.Sqrt(float64(step.Taps()*step.Inputs)))
		}
	}
	return n, nil
}

// firstGain lets what a convolution adds to its input begin small.
const firstGain = 0.5

// mostSlope bounds the norm of a batch's gradient (Pascanu and others 2013). Hand-set: an odd batch of a net that learns well has about a tenth.
const mostSlope = 5.0

// Fit has a network learn a task.
func Fit[E any](n *conv.Net, t Task[E], run Run) {
	adam, weights, slope := &fit.Adam{Decay: run.Decay}, make([]float64, len(n.Weights)), make([]float64, len(n.Weights))
	for i, w := range n.Weights {
		weights[i] = float64(w)
	}
	workers := make([]worker, max(1, run.Workers))
	for i := range workers {
		workers[i].pass = n.NewPass(t.Width, t.Height, 1)
		workers[i].grad = workers[i].pass.NewGradients()
	}
	for step := range run.Steps {
		loss := batch(workers, t, step*run.Batch, run.Batch, slope)
		norm := 0.0
		for _, g := range slope {
			norm += g * g
		}
		if k := mostSlope / math.Sqrt(norm); k < 1 {
			for i := range slope {
				slope[i] *= k
			}
		}
		adam.Step(weights, slope, run.Rate(float64(step)/float64(run.Steps)))
		for i, w := range weights {
			n.Weights[i] = float32(w)
		}
		run.Report(step, loss)
	}
}

type worker struct {
	pass *conv.Pass
	grad *conv.Gradients
	loss float64
	seen int
}

// batch leaves the mean of the gradients of some examples in slope, and returns the mean of their losses. Each worker takes every so-manieth example.
func batch[E any](workers []worker, t Task[E], first, count int, slope []float64) (loss float64) {
	var wait sync.WaitGroup
	for w := range workers {
		k := &workers[w]
		wait.Go(func() {
			clear(k.grad.Weights)
			k.loss, k.seen = 0, 0
			for i := w; i < count; i += len(workers) {
				for _, e := range t.Examples(first + i) {
					clear(k.grad.Outputs().Data)
					k.pass.Load(e.Picture)
					k.loss += t.Loss(e.Truth, k.pass.Run(), k.grad.Outputs())
					k.pass.Backward(k.grad)
					k.seen++
				}
			}
		})
	}
	wait.Wait()
	clear(slope)
	seen := 0
	for w := range workers {
		loss += workers[w].loss
		seen += workers[w].seen
		for i, g := range workers[w].grad.Weights {
			slope[i] += float64(g)
		}
	}
	for i := range slope {
		slope[i] /= float64(seen)
	}
	return loss / float64(seen)
}
