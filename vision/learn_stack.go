package vision

import (
	"iter"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
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

// Net is the judge's network.
func (j *StackJudge) Net() *nn.Net { return j.net.net }

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
func LearnStacks(e *StackExamples, epochs int, rng *rand.Rand) (*StackJudge, error) {
	var models []*fit.Model
	for range stackNets {
		m := fit.New(stackShape, 1, 1/math.Sqrt(stackEach), rng)
		fit.Normalize(m, e.inputs(), leastVariance)
		choice, scales := fit.NewChoice(m, bankWays), make([]float64, stackInputs)
		run := fit.Schedule{Epochs: epochs, Batch: 32, Rate: fit.Linear(0.004, 0.03, epochs)}
		run.Run(m, &fit.Adam{Decay: stackDecay}, len(e.all), rng, func(_, i int, g fit.Gradient) {
			ex := &e.all[i]
			fit.LeaveOut(scales, leftOut, rng)
			for l, way := range choice.Ways {
				fit.Load(way, m, ex.x[l][:])
				way.Multiply(scales)
			}
			choice.Add(m, bankWays, ex.truth, g)
		})
		models = append(models, m)
	}
	net, err := fit.Average(models).Net()
	return &StackJudge{stackJudge{net}}, err
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
