package vision

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// StepExamples are what a judge of steps learns from: the borders between stacks, under the pose that is found, a little slipped, some
// believed to be of other heights.
type StepExamples struct{ all []stepExample }

type stepExample struct {
	inputs   [stepInputs]float32
	believed int
	truth    int // which of the ways
}

// stepSlip is how wrong the poses are under which steps are learned.
var stepSlip = Slip{Turn: 0.002, Tilt: 0.003, Shift: 0.006, Near: 0.001}

// Add takes the borders of one scene's structure, seen so many times.
func (e *StepExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return withRaster(s.Picture, func(r *raster, gray gocv.Mat) error {
		sz := sizesOf(s.Set)
		sz.free = freedomOf(s.Camera, false, s.Set, sz)
		found, err := r.search(gray, s.Camera, sz, utmost)
		if refused := new(Error); errors.As(err, &refused) {
			return nil // nothing can be learned where nothing is found
		} else if err != nil {
			return err
		}
		truth := s.heightsOf(found)
		for range times {
			slipped := found.clone()
			slipped.pose = stepSlip.slipped(&found.pose, found.spaceMiddle(), rng)
			for _, v := range r.steps(&slipped, doubted(truth, rng)) {
				e.all = append(e.all, stepExample{v.inputs, believed(&v), stepWay(truth[v.from], truth[v.to])})
			}
		}
		return nil
	})
}

// heightsOf are the true heights of those stacks that a structure finds where some are.
func (s *Scene) heightsOf(found *structure) stacks {
	truth := pose{cam: s.Camera, sizes: sizesOf(s.Set), x: s.X, y: s.Y, z: s.Z, t: s.Origin, table: s.Z}
	all := stacks{}
	for at, level := range found.cells {
		middle := found.pose.pixel(float64(at.Col), float64(at.Row), float64(level))
		nearest := foundNear * found.scale(at)
		for place, height := range s.Heights {
			if off := dist(middle, truth.pixel(float64(place.Col), float64(place.Row), float64(height))); off < nearest {
				all[at], nearest = height, off
			}
		}
	}
	return all
}

// foundNear is how far from its true place a face is found, pitches.
const foundNear = 0.3

// doubted are stacks believed to be what they are, or a tile higher or, as is mistaken more often, lower.
func doubted(truth stacks, rng *rand.Rand) stacks {
	all := stacks{}
	for _, at := range truth.places() { // in order: chance must fall alike in every run
		switch level := truth[at]; rng.IntN(8) {
		case 0:
			all[at] = min(level+1, engine.MaxHeight)
		case 1, 2:
			all[at] = max(level-1, 1)
		default:
			all[at] = level
		}
	}
	return all
}

// Len is the number of examples.
func (e *StepExamples) Len() int { return len(e.all) }

// StepJudge is what was learned.
type StepJudge struct{ net stepJudge }

// Save writes the form that the program embeds as step.bin.
func (j *StepJudge) Save(w io.Writer) error { return binary.Write(w, binary.LittleEndian, &j.net) }

// Rate is the share of steps whose difference the judge finds.
func (j *StepJudge) Rate(e *StepExamples) float64 {
	right := 0
	for i := range e.all {
		ex := &e.all[i]
		likely := j.net.outputs(&ex.inputs)
		if slices.Index(likely[:], slices.Max(likely[:])) == ex.truth {
			right++
		}
	}
	return float64(right) / float64(len(e.all))
}

// stepRow holds a judge's numbers in one row: hidden weights, hidden biases, output weights, output biases.
const (
	stepBiasAt    = stepHidden * stepInputs
	stepOutAt     = stepBiasAt + stepHidden
	stepOutBiasAt = stepOutAt + stepWays*stepHidden
	stepRow       = stepOutBiasAt + stepWays
)

// LearnSteps fits a judge by Adam on the logarithmic loss of the choice among differences.
func LearnSteps(e *StepExamples, epochs int, rng *rand.Rand) *StepJudge {
	t := newStepTrainer(e, rng)
	const batch = 128
	for epoch := range epochs {
		rate := 0.002 * (1 - 0.95*float64(epoch)/float64(epochs))
		order := rng.Perm(len(e.all))
		for from := 0; from < len(order); from += batch {
			for _, i := range order[from:min(from+batch, len(order))] {
				t.backward(&e.all[i])
			}
			t.step(rate, float64(min(batch, len(order)-from)))
		}
	}
	return &StepJudge{t.judge()}
}

const (
	stepLeftOut = 0.2  // share of the inputs, at random: none shall be relied on alone
	stepDecay   = 0.05 // draws weights towards zero
)

type stepTrainer struct {
	mean, scale [stepInputs]float64
	usual       [stepBelief][stepWays]float32
	adam
	rng *rand.Rand
}

func newStepTrainer(e *StepExamples, rng *rand.Rand) *stepTrainer {
	t := &stepTrainer{adam: newAdam(stepRow, stepDecay), rng: rng}
	n := float64(len(e.all))
	var square [stepInputs]float64
	var count [stepBelief][stepWays]float64
	for i := range e.all {
		ex := &e.all[i]
		count[ex.believed][ex.truth]++
		for k, x := range ex.inputs {
			t.mean[k] += float64(x) / n
			square[k] += float64(x*x) / n
		}
	}
	for k := range t.scale {
		t.scale[k] = 1 / (math.Sqrt(max(square[k]-t.mean[k]*t.mean[k], 0)) + 0.02)
	}
	for b := range count {
		sum := float64(stepWays) // each way was seen once more
		for _, c := range count[b] {
			sum += c
		}
		for w, c := range count[b] {
			t.usual[b][w] = float32(math.Log((c + 1) / sum))
		}
	}
	for i := range stepBiasAt {
		t.w[i] = rng.NormFloat64() / math.Sqrt(stepInputs)
	}
	for i := stepOutAt; i < stepOutBiasAt; i++ {
		t.w[i] = 0.1 * rng.NormFloat64()
	}
	return t
}

// seen are an example's inputs as they are learned from: some left out, and half of them mirrored.
func (t *stepTrainer) seen(ex *stepExample) (x [stepInputs]float64) {
	mirrored := t.rng.IntN(2) == 0
	for k := range x {
		if t.rng.Float64() < stepLeftOut {
			continue
		}
		from := k
		if part := k / stepTaps; mirrored && part < stepParts {
			from = (stepParts-1-part)*stepTaps + k%stepTaps
		}
		x[k] = (float64(ex.inputs[from]) - t.mean[from]) * t.scale[from] / (1 - stepLeftOut)
	}
	return x
}

// backward adds one example's gradient.
func (t *stepTrainer) backward(ex *stepExample) {
	x := t.seen(ex)
	var act [stepHidden]float64
	var out [stepWays]float64
	copy(out[:], t.w[stepOutBiasAt:])
	for h := range act {
		a := t.w[stepBiasAt+h]
		for k, w := range t.w[h*stepInputs : (h+1)*stepInputs] {
			a += w * x[k]
		}
		act[h] = math.Tanh(a)
		for o := range out {
			out[o] += t.w[stepOutAt+o*stepHidden+h] * act[h]
		}
	}
	top, sum := slices.Max(out[:]), 0.0
	for o := range out {
		out[o] = math.Exp(out[o] - top)
		sum += out[o]
	}
	var back [stepHidden]float64
	for o := range out {
		d := out[o] / sum
		if o == ex.truth {
			d--
		}
		t.g[stepOutBiasAt+o] += d
		for h := range act {
			t.g[stepOutAt+o*stepHidden+h] += d * act[h]
			back[h] += d * t.w[stepOutAt+o*stepHidden+h]
		}
	}
	for h, b := range back {
		b *= 1 - act[h]*act[h]
		t.g[stepBiasAt+h] += b
		row := t.g[h*stepInputs : (h+1)*stepInputs]
		for k := range row {
			row[k] += b * x[k]
		}
	}
}

func (t *stepTrainer) judge() stepJudge {
	j := stepJudge{Usual: t.usual}
	for k := range stepInputs {
		j.Mean[k], j.Scale[k] = float32(t.mean[k]), float32(t.scale[k])
	}
	for h := range stepHidden {
		for k := range stepInputs {
			j.In[h][k] = float32(t.w[h*stepInputs+k])
		}
		j.Bias[h] = float32(t.w[stepBiasAt+h])
		for o := range stepWays {
			j.Out[o][h] = float32(t.w[stepOutAt+o*stepHidden+h])
		}
	}
	for o := range stepWays {
		j.OutBias[o] = float32(t.w[stepOutBiasAt+o])
	}
	return j
}
