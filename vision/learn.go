package vision

import (
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"

	"tilewatch/engine"
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

// Learn fits a judge by Adam on the logarithmic loss of the choice among empty and the five levels.
func Learn(e *Examples, epochs int, rng *rand.Rand) *Judge {
	t := newTrainer(e, rng)
	const batch = 64
	for epoch := range epochs {
		rate := 0.003 * (1 - 0.95*float64(epoch)/float64(epochs))
		order := rng.Perm(len(e.all))
		for from := 0; from < len(order); from += batch {
			for _, i := range order[from:min(from+batch, len(order))] {
				t.backward(&e.all[i])
			}
			t.step(rate, float64(min(batch, len(order)-from)))
		}
	}
	return &Judge{t.judge()}
}

// judgeDecay draws a judge's weights towards zero, a little.
const judgeDecay = 1e-3

// trainer fits a judge.
type trainer struct {
	mean, scale [featureCount]float64
	adam
}

// The row: hidden weights, hidden biases, output weights, output bias.
const (
	biasAt    = judgeHidden * featureCount
	outAt     = biasAt + judgeHidden
	outBiasAt = outAt + judgeHidden
	rowLength = outBiasAt + 1
)

func newTrainer(e *Examples, rng *rand.Rand) *trainer {
	t := &trainer{adam: newAdam(rowLength, judgeDecay)}
	n := 0.0
	for i := range e.all {
		n += float64(len(e.all[i].x))
	}
	var square [featureCount]float64
	for i := range e.all {
		for l := range e.all[i].x {
			for k, x := range e.all[i].x[l] {
				t.mean[k] += x / n
				square[k] += x * x / n
			}
		}
	}
	for k := range t.scale {
		t.scale[k] = 1 / math.Sqrt(max(square[k]-t.mean[k]*t.mean[k], 1e-4))
	}
	for i := range biasAt {
		t.w[i] = rng.NormFloat64() / math.Sqrt(featureCount)
	}
	for i := outAt; i < outBiasAt; i++ {
		t.w[i] = rng.NormFloat64() / math.Sqrt(judgeHidden)
	}
	return t
}

// backward adds one example's gradient.
func (t *trainer) backward(ex *example) {
	var x [engine.MaxHeight][featureCount]float64
	var act [engine.MaxHeight][judgeHidden]float64
	var score [engine.MaxHeight + 1]float64 // 0: empty
	top := 0.0
	ways := len(ex.x)
	for l := range ways {
		for k := range x[l] {
			x[l][k] = (ex.x[l][k] - t.mean[k]) * t.scale[k]
		}
		score[l+1] = t.w[outBiasAt]
		for h := range judgeHidden {
			a := t.w[biasAt+h]
			for k, w := range t.w[h*featureCount : (h+1)*featureCount] {
				a += w * x[l][k]
			}
			act[l][h] = math.Tanh(a)
			score[l+1] += t.w[outAt+h] * act[l][h]
		}
		top = max(top, score[l+1])
	}
	sum := 0.0
	for l := range ways + 1 {
		score[l] = math.Exp(score[l] - top)
		sum += score[l]
	}
	for l := range ways {
		d := score[l+1] / sum
		if ex.truth == l+1 {
			d--
		}
		t.g[outBiasAt] += d
		for h := range judgeHidden {
			t.g[outAt+h] += d * act[l][h]
			dh := d * t.w[outAt+h] * (1 - act[l][h]*act[l][h])
			t.g[biasAt+h] += dh
			row := t.g[h*featureCount : (h+1)*featureCount]
			for k := range row {
				row[k] += dh * x[l][k]
			}
		}
	}
}

func (t *trainer) judge() judge {
	var j judge
	for k := range featureCount {
		j.Mean[k], j.Scale[k] = float32(t.mean[k]), float32(t.scale[k])
	}
	for h := range judgeHidden {
		for k := range featureCount {
			j.In[k][h] = float32(t.w[h*featureCount+k])
		}
		j.Bias[h], j.Out[h] = float32(t.w[biasAt+h]), float32(t.w[outAt+h])
	}
	j.OutBias = float32(t.w[outBiasAt])
	return j
}
