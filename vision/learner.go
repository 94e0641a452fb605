package vision

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
)

// learner is a network of one hidden layer while it is fitted, for inputs brought to mean 0 and unit size. Its row of numbers holds the hidden
// weights, the hidden biases, each output's weights, and the outputs' biases.
type learner struct {
	hidden      int
	mean, scale []float64 // of the inputs; scale is what they are multiplied by
	adam
}

// newLearner is one for such inputs, its outputs begun with weights of this size.
func newLearner[T float32 | float64](inputs iter.Seq[[]T], hidden, outputs int, size, decay float64, rng *rand.Rand) *learner {
	n := &learner{hidden: hidden}
	n.mean, n.scale = unitSize(inputs)
	n.adam = newAdam(hidden*len(n.mean)+hidden+outputs*hidden+outputs, decay)
	for i := range hidden * len(n.mean) {
		n.w[i] = rng.NormFloat64() / math.Sqrt(float64(len(n.mean)))
	}
	for o := range outputs {
		for h := range n.out(n.w, o) {
			n.out(n.w, o)[h] = size * rng.NormFloat64()
		}
	}
	return n
}

// unitSize is the inputs' mean, and what brings them to unit size.
func unitSize[T float32 | float64](inputs iter.Seq[[]T]) (mean, scale []float64) {
	count := 0.0
	for x := range inputs {
		if mean == nil {
			mean, scale = make([]float64, len(x)), make([]float64, len(x))
		}
		for k := range x {
			mean[k] += float64(x[k])
			scale[k] += float64(x[k]) * float64(x[k])
		}
		count++
	}
	for k := range mean {
		mean[k] /= count
		scale[k] = 1 / math.Sqrt(max(scale[k]/count-mean[k]*mean[k], leastVariance))
	}
	return mean, scale
}

// leastVariance is that of an input that hardly ever changes.
const leastVariance = 1e-4

// in and out are the weights of a hidden unit and of an output among a row of numbers, bias and outBias where its biases are.
func (n *learner) in(row []float64, h int) []float64 { return row[h*len(n.mean) : (h+1)*len(n.mean)] }
func (n *learner) out(row []float64, o int) []float64 {
	return row[n.bias(n.hidden)+o*n.hidden : n.bias(n.hidden)+(o+1)*n.hidden]
}
func (n *learner) bias(h int) int        { return n.hidden*len(n.mean) + h }
func (n *learner) outBias(o, of int) int { return len(n.w) - of + o }

// forward fills in the hidden units and the outputs for such inputs.
func (n *learner) forward(x, act, out []float64) {
	for o := range out {
		out[o] = n.w[n.outBias(o, len(out))]
	}
	for h := range act {
		a := n.w[n.bias(h)]
		for k, w := range n.in(n.w, h) {
			a += w * x[k]
		}
		act[h] = math.Tanh(a)
		for o := range out {
			out[o] += n.out(n.w, o)[h] * act[h]
		}
	}
}

// backward adds the gradient, given that of the outputs.
func (n *learner) backward(x, act, of []float64) {
	for o, d := range of {
		n.g[n.outBias(o, len(of))] += d
	}
	for h, a := range act {
		back := 0.0
		for o, d := range of {
			n.out(n.g, o)[h] += d * a
			back += d * n.out(n.w, o)[h]
		}
		back *= 1 - a*a
		n.g[n.bias(h)] += back
		row := n.in(n.g, h)
		for k := range row {
			row[k] += back * x[k]
		}
	}
}

// choose adds the gradient of a choice among nothing, whose score is 0, and several ways, each with its inputs; right is the right one, from
// 1, or 0: nothing.
func (n *learner) choose(ways [][]float64, right int) {
	score := make([]float64, len(ways)+1)
	act := make([][]float64, len(ways))
	for l, x := range ways {
		act[l] = make([]float64, n.hidden)
		n.forward(x, act[l], score[l+1:l+2])
	}
	towards(score, right)
	for l, x := range ways {
		if of := score[l+1 : l+2]; math.Abs(of[0]) > 1e-7 {
			n.backward(x, act[l], of)
		}
	}
}

// towards turns the scores of a choice into the gradient of its logarithmic loss, if one of them is right.
func towards(scores []float64, right int) {
	top, sum := slices.Max(scores), 0.0
	for i := range scores {
		scores[i] = math.Exp(scores[i] - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	scores[right]--
}

// normed are inputs brought to mean 0 and unit size.
func normed[T float32 | float64](x []T, mean, scale []float64) []float64 {
	to := make([]float64, len(x))
	for k := range x {
		to[k] = (float64(x[k]) - mean[k]) * scale[k]
	}
	return to
}

// withLeftOut are scales of inputs with that share of them left out, at random: where there is little to learn from, no input shall be relied
// on alone.
func withLeftOut(scale []float64, share float64, rng *rand.Rand) []float64 {
	left := make([]float64, len(scale))
	for k := range left {
		if rng.Float64() >= share {
			left[k] = scale[k] / (1 - share)
		}
	}
	return left
}

// single fills in the numbers in single precision.
func single(to []float32, from []float64) {
	for i := range to {
		to[i] = float32(from[i])
	}
}

// schedule is how examples are gone through: so often, so many at a time, at a rate that falls to a share of it.
type schedule struct {
	epochs, batch int
	rate, last    float64
}

// learn has each example's gradient added, and steps along it after each batch of them.
func (s schedule) learn(examples int, rng *rand.Rand, backward func(i int), step func(rate, n float64)) {
	for epoch := range s.epochs {
		rate := s.rate * (1 - (1-s.last)*float64(epoch)/float64(s.epochs))
		for batch := range slices.Chunk(rng.Perm(examples), s.batch) {
			for _, i := range batch {
				backward(i)
			}
			step(rate, float64(len(batch)))
		}
	}
}
