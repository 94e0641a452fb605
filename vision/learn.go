package vision

import (
	"encoding/binary"
	"io"
	"iter"
	"math"
	"math/rand/v2"
)

// Judge is what was learned.
type Judge struct{ net judge }

// Save writes the form that the program embeds as judge.bin.
func (j *Judge) Save(w io.Writer) error { return binary.Write(w, binary.LittleEndian, &j.net) }

// Rate is the share of stacks whose height the judge finds (given that there is one), and of places whose emptiness it tells.
func (j *Judge) Rate(e *Examples) (heights, presence float64) {
	stacks, right, told := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		best, sum := 0, 0.0
		s := make([]float64, len(ex.x))
		for l := range s {
			s[l] = j.net.score(ex.x[l])
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

// judgeDecay draws a judge's weights towards zero, a little.
const judgeDecay = 1e-3

// Learn fits a judge by Adam on the logarithmic loss of the choice among empty and the five levels.
func Learn(e *Examples, epochs int, rng *rand.Rand) *Judge {
	net := newLearner(e.inputs(), judgeHidden, 1, 1/math.Sqrt(judgeHidden), judgeDecay, rng)
	backward := func(i int) {
		ex := &e.all[i]
		ways := make([][]float64, len(ex.x))
		for l := range ways {
			ways[l] = normed(ex.x[l][:], net.mean, net.scale)
		}
		net.choose(ways, ex.truth)
	}
	schedule{epochs, 64, 0.003, 0.05}.learn(len(e.all), rng, backward, net.step)
	return &Judge{judgeOf(net)}
}

// inputs are those of every face of all examples.
func (e *Examples) inputs() iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		for i := range e.all {
			for l := range e.all[i].x {
				if !yield(e.all[i].x[l][:]) {
					return
				}
			}
		}
	}
}

func judgeOf(net *learner) (j judge) {
	single(j.Mean[:], net.mean)
	single(j.Scale[:], net.scale)
	for h := range judgeHidden {
		for k, w := range net.in(net.w, h) {
			j.In[k][h] = float32(w)
		}
	}
	single(j.Bias[:], net.w[net.bias(0):])
	single(j.Out[:], net.out(net.w, 0))
	j.OutBias = float32(net.w[net.outBias(0, 1)])
	return j
}
