package vision

import (
	"encoding/binary"
	"io"
	"iter"
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

const (
	leftOut    = 0.15 // share of the inputs
	stackDecay = 0.05 // draws weights towards zero
)

// LearnStacks fits several networks, each by Adam on the logarithmic loss of the choice among no stack and all heights; what they say is
// averaged, for each learns by heart something else.
func LearnStacks(e *StackExamples, epochs int, rng *rand.Rand) *StackJudge {
	var j StackJudge
	for n := range stackNets {
		net := newLearner(e.inputs(), stackEach, 1, 1/math.Sqrt(stackEach), stackDecay, rng)
		backward := func(i int) {
			ex := &e.all[i]
			scale := withLeftOut(net.scale, leftOut, rng)
			ways := make([][]float64, bankWays)
			for l := range ways {
				ways[l] = normed(ex.x[l][:], net.mean, scale)
			}
			net.choose(ways, ex.truth)
		}
		schedule{epochs, 32, 0.004, 0.03}.learn(len(e.all), rng, backward, net.step)
		j.net.join(net, n)
	}
	return &j
}

// inputs are those of every height of all examples.
func (e *StackExamples) inputs() iter.Seq[[]float32] {
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

// join takes in one of the networks that the judge averages.
func (j *stackJudge) join(net *learner, n int) {
	single(j.Mean[:], net.mean)
	single(j.Scale[:], net.scale)
	for h := range stackEach {
		at := n*stackEach + h
		for i, w := range net.in(net.w, h) {
			j.In[i*stackHidden+at] = float32(w)
		}
		j.Bias[at], j.Out[at] = float32(net.w[net.bias(h)]), float32(net.out(net.w, 0)[h]/stackNets)
	}
	j.OutBias += float32(net.w[net.outBias(0, 1)] / stackNets)
}
