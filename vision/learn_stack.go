package vision

import (
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// StackExamples are what a judge of stacks learns from: faces beside structures, each with the sides below it as stacks of every height
// would have them.
type StackExamples struct{ all []stackExample }

type stackExample struct {
	x     [bankWays][stackInputs]float32
	truth int // which of them is right, from 1; 0: none, for it is no bank
}

// Bank is a bank of a scene whose truth is known.
type Bank struct {
	Top   engine.Quad // of its highest tile
	Tiles int         // without the gray one
	Whole bool        // all of it is in the picture
}

// bankSlip is how wrong the poses are under which heights of banks are learned.
var bankSlip = Slip{Turn: 0.003, Tilt: 0.005, Shift: 0.005, Near: 0.002}

// How wrong is what is seen of a top: its place and its size, in pitches, and how it is turned, radians.
const (
	topPlace = 0.01
	topTurn  = 0.01
	topSize  = 0.004
)

// Add takes the faces beside one scene's structure, seen so many times.
func (e *StackExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return withRaster(s.Picture, func(r *raster, gray gocv.Mat) error {
		marks, err := findMarks(r, gray)
		if err != nil {
			return err
		}
		truth := structure{pose: pose{cam: s.Camera, sizes: sizesOf(s.Set), x: s.X, y: s.Y, z: s.Z, t: s.Origin, table: s.Z}, marks: marks, cells: stacks{}}
		for at, level := range s.Heights {
			truth.cells[at] = min(level, engine.MaxHeight)
		}
		truth.evidence = r.lookAll(truth.cells.places(), func(at engine.Place) *placeEvidence { return r.look(fineJudge(), &truth, at) })
		shift := truth.shift()
		around := r.amongst(r.chains(&truth, r.looseFaces(&truth, shift), shift), shift)
		for _, c := range around.chains {
			for i := range c {
				e.add(r, &truth, &c[i], around, s.Banks, times, rng)
			}
		}
		return nil
	})
}

// add takes a face beside a structure, unless it is that of a bank which is not wholly seen.
func (e *StackExamples) add(r *raster, s *structure, f *looseFace, around *among, banks []Bank, times int, rng *rand.Rand) {
	truth := 0
	for _, b := range banks {
		middle := engine.Point{X: (b.Top[0].X + b.Top[2].X) / 2, Y: (b.Top[0].Y + b.Top[2].Y) / 2}
		if b.Tiles > 0 && dist(f.pixel(0, 0, f.level), middle) < dist(b.Top[0], b.Top[1])/2 {
			if truth = min(b.Tiles, bankTiles); !b.Whole {
				return
			}
		}
	}
	seen := r.topOf(s, f, around)
	for range times {
		ex, slipped, top := stackExample{truth: truth}, *s, seen
		slipped.pose = bankSlip.slipped(&s.pose, s.spaceMiddle(), rng)
		slip := topPlace * s.scale(engine.Place{})
		top.at = engine.Point{X: top.at.X + slip*rng.NormFloat64(), Y: top.at.Y + slip*rng.NormFloat64()}
		top.turn += topTurn * rng.NormFloat64()
		top.size += topSize * rng.NormFloat64()
		for l := range ex.x {
			ex.x[l], _ = r.stackFeatures(&slipped, &top, l+bankLow)
		}
		e.all = append(e.all, ex)
	}
}

// Len is the number of examples.
func (e *StackExamples) Len() int { return len(e.all) }

// StackJudge is what was learned.
type StackJudge struct{ net stackJudge }

// Save writes the form that the program embeds as stack.bin.
func (j *StackJudge) Save(w io.Writer) error { return binary.Write(w, binary.LittleEndian, &j.net) }

// Rate is the share of banks whose count the judge finds (given that there is one), and of faces of which it tells whether they are tops
// of banks.
func (j *StackJudge) Rate(e *StackExamples) (counts, presence float64) {
	banks, right, told := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		way, odds := j.net.best(&ex.x)
		if ex.truth > 0 {
			banks++
			if way == ex.truth {
				right++
			}
		}
		if (odds > 0) == (ex.truth > 0) {
			told++
		}
	}
	return float64(right) / float64(banks), float64(told) / float64(len(e.all))
}

// stackRow holds a judge's numbers in one row: hidden weights, hidden biases, output weights, output bias.
const (
	stackBiasAt    = stackEach * stackInputs
	stackOutAt     = stackBiasAt + stackEach
	stackOutBiasAt = stackOutAt + stackEach
	stackRow       = stackOutBiasAt + 1
)

// LearnStacks fits several networks, each by Adam on the logarithmic loss of the choice among no stack and all heights; what they say is
// averaged, for each learns by heart something else.
func LearnStacks(e *StackExamples, epochs int, rng *rand.Rand) *StackJudge {
	var j StackJudge
	for n := range stackNets {
		t := newStackTrainer(e, rng)
		t.learn(e, epochs)
		t.join(&j.net, n)
	}
	return &j
}

// learn goes through all examples so many times.
func (t *stackTrainer) learn(e *StackExamples, epochs int) {
	const batch = 32
	for epoch := range epochs {
		rate := 0.004 * (1 - 0.97*float64(epoch)/float64(epochs))
		order := t.rng.Perm(len(e.all))
		for from := 0; from < len(order); from += batch {
			for _, i := range order[from:min(from+batch, len(order))] {
				t.backward(&e.all[i])
			}
			t.step(rate, float64(min(batch, len(order)-from)))
		}
	}
}

type stackTrainer struct {
	mean, scale [stackInputs]float64
	adam
	rng *rand.Rand
}

func newStackTrainer(e *StackExamples, rng *rand.Rand) *stackTrainer {
	t := &stackTrainer{adam: newAdam(stackRow, stackDecay), rng: rng}
	n := float64(len(e.all) * bankWays)
	var square [stackInputs]float64
	for i := range e.all {
		for l := range e.all[i].x {
			for k, x := range e.all[i].x[l] {
				t.mean[k] += float64(x) / n
				square[k] += float64(x*x) / n
			}
		}
	}
	for k := range t.scale {
		t.scale[k] = 1 / math.Sqrt(max(square[k]-t.mean[k]*t.mean[k], 1e-4))
	}
	for i := range stackBiasAt {
		t.w[i] = rng.NormFloat64() / math.Sqrt(stackInputs)
	}
	for i := stackOutAt; i < stackOutBiasAt; i++ {
		t.w[i] = rng.NormFloat64() / math.Sqrt(stackEach)
	}
	return t
}

// left are the inputs' scales, with some of them left out at random: there are but some hundred banks to learn from, and none of the inputs
// shall be relied on alone.
func (t *stackTrainer) left() (scale [stackInputs]float64) {
	for k := range scale {
		if t.rng.Float64() >= leftOut {
			scale[k] = t.scale[k] / (1 - leftOut)
		}
	}
	return scale
}

// backward adds one example's gradient.
func (t *stackTrainer) backward(ex *stackExample) {
	var x [bankWays][stackInputs]float64
	var act [bankWays][stackEach]float64
	var score [bankWays + 1]float64 // 0: none
	top := 0.0
	scale := t.left()
	for l := range x {
		for k := range x[l] {
			x[l][k] = (float64(ex.x[l][k]) - t.mean[k]) * scale[k]
		}
		score[l+1] = t.w[stackOutBiasAt]
		for h := range stackEach {
			a := t.w[stackBiasAt+h]
			for k, w := range t.w[h*stackInputs : (h+1)*stackInputs] {
				a += w * x[l][k]
			}
			act[l][h] = math.Tanh(a)
			score[l+1] += t.w[stackOutAt+h] * act[l][h]
		}
		top = max(top, score[l+1])
	}
	sum := 0.0
	for l := range score {
		score[l] = math.Exp(score[l] - top)
		sum += score[l]
	}
	for l := range x {
		d := score[l+1] / sum
		if ex.truth == l+1 {
			d--
		}
		if math.Abs(d) < 1e-7 {
			continue
		}
		t.g[stackOutBiasAt] += d
		for h := range stackEach {
			t.g[stackOutAt+h] += d * act[l][h]
			dh := d * t.w[stackOutAt+h] * (1 - act[l][h]*act[l][h])
			t.g[stackBiasAt+h] += dh
			row := t.g[h*stackInputs : (h+1)*stackInputs]
			for k := range row {
				row[k] += dh * x[l][k]
			}
		}
	}
}

const (
	leftOut    = 0.15 // share of the inputs
	stackDecay = 0.05 // draws weights towards zero
)

// join makes it one of the networks that a judge averages.
func (t *stackTrainer) join(j *stackJudge, n int) {
	for k := range stackInputs {
		j.Mean[k], j.Scale[k] = float32(t.mean[k]), float32(t.scale[k])
	}
	for h := range stackEach {
		at := n*stackEach + h
		for k := range stackInputs {
			j.In[at][k] = float32(t.w[h*stackInputs+k])
		}
		j.Bias[at], j.Out[at] = float32(t.w[stackBiasAt+h]), float32(t.w[stackOutAt+h]/stackNets)
	}
	j.OutBias += float32(t.w[stackOutBiasAt] / stackNets)
}
