package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
)

// Schedule is how examples are gone through.
type Schedule struct {
	Epochs, Batch int
	Rate          func(done float64) float64 // the learning rate by the share of the run that is done
	Workers       int                        // goroutines; 0 is one. The same number gives the same weights.
	Report        func(epoch int)            // called after each epoch, if set
}

// Linear is a rate that falls in a line towards a share of itself, a step before each epoch but the first.
func Linear(rate, last float64, epochs int) func(done float64) float64 {
	return func(done float64) float64 {
		step := math.Floor(done*float64(epochs)+1e-9) / float64(epochs)
		return rate * (1 - (1-last)*step)
	}
}

// Cosine is a rate that falls to nothing as half a wave does (Loshchilov and Hutter 2017).
func Cosine(rate float64) func(done float64) float64 {
	return func(done float64) float64 { return rate * (0.5 + 0.5*math.Cos(math.Pi*done)) }
}

// Run adds up each example's gradient by a function that gets the worker's number, and has Adam step along their mean after each batch.
func (s Schedule) Run(m *Model, a *Adam, examples int, rng *rand.Rand, add func(worker, example int, g Gradient)) {
	grads := make([]Gradient, max(1, s.Workers))
	for i := range grads {
		grads[i] = make(Gradient, len(m.Weights))
	}
	done, total := 0, s.Epochs*((examples+s.Batch-1)/s.Batch)
	for epoch := range s.Epochs {
		for batch := range slices.Chunk(rng.Perm(examples), s.Batch) {
			addAll(grads, batch, add)
			for i := range grads[0] {
				grads[0][i] /= float64(len(batch))
			}
			a.Step(m.Weights, grads[0], s.Rate(float64(done)/float64(total)))
			done++
		}
		if s.Report != nil {
			s.Report(epoch)
		}
	}
}

// addAll leaves the sum of a batch's gradients in the first.
func addAll(grads []Gradient, batch []int, add func(worker, example int, g Gradient)) {
	var wait sync.WaitGroup
	for w, g := range grads {
		wait.Go(func() {
			clear(g)
			for i := w; i < len(batch); i += len(grads) {
				add(w, batch[i], g)
			}
		})
	}
	wait.Wait()
	for _, g := range grads[1:] {
		axpy(1, g, grads[0])
	}
}
