package learn

import (
	"iter"
	"math"
	"math/rand/v2"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/tileface"
)

// Judge is what was learned.
type Judge struct{ net tileface.Classifier }

// Net is the judge's network.
func (j *Judge) Net() *nn.Net { return j.net.Net }

// Rate is the share of stacks whose height the judge finds (given that there is one), and of places whose emptiness it tells.
func (j *Judge) Rate(e *Examples) (heights, presence float64) {
	stacks, right, told := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		best, sum := 0, 0.0
		s := make([]float64, len(ex.x))
		for l := range s {
			s[l] = j.net.Score(ex.x[l])
			sum += math.Exp(s[l])
			if s[l] > s[best] {
				best = l
			}
		}
		if ex.truth > 0 {
			stacks++
			if best+1 == ex.truth {
				right++
			}
		}
		if (sum > 1) == (ex.truth > 0) {
			told++
		}
	}
	return float64(right) / float64(stacks), float64(told) / float64(len(e.all))
}

const (
	judgeDecay    = 1e-3 // draws a judge's weights towards zero, a little
	leastVariance = 1e-4 // of an input that hardly ever changes
	mostWays      = 5    // in which a place is seen
)

// Learn fits a judge by Adam on the logarithmic loss of the choice among empty and the five levels.
func Learn(e *Examples, epochs int, rng *rand.Rand) (*Judge, error) {
	m := fit.New(tileface.ClassifierShape, 1, 1/math.Sqrt(float64(tileface.ClassifierShape.Hidden)), rng)
	fit.Normalize(m, e.inputs(), leastVariance)
	choice := fit.NewChoice(m, mostWays)
	run := fit.Schedule{Epochs: epochs, Batch: 64, Rate: fit.Linear(0.003, 0.05, epochs)}
	run.Run(m, &fit.Adam{Decay: judgeDecay}, len(e.all), rng, func(_, i int, g fit.Gradient) {
		ex := &e.all[i]
		for l := range ex.x {
			fit.Load(choice.Ways[l], m, ex.x[l][:])
		}
		choice.Add(m, len(ex.x), ex.truth, g)
	})
	net, err := m.Net()
	return &Judge{tileface.Classifier{Net: net}}, err
}

// inputs are those of every face of all examples.
func (e *Examples) inputs() iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range e.all {
			for l := range e.all[i].x {
				if !yield(e.all[i].x[l][:]) {
					return
				}
			}
		}
	}
}
