package learn

import (
	"iter"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// BankExamples are what a judge of stacks learns from: faces beside structures, each with the sides below it as stacks of every height
// would have them.
type BankExamples struct{ all []bankExample }

type bankExample struct {
	x     [racks.HeightHypotheses][racks.BankInputs]float32
	truth int // which of them is right, from 1; 0: none, for it is no bank
}

// Bank is a bank of a scene whose truth is known.
type Bank struct {
	Top   engine.Quad // of its highest tile
	Tiles int         // without the gray one
	Whole bool        // all of it is in the picture
}

// bankNoise is how wrong the poses are under which heights of banks are learned.
var bankNoise = PoseNoise{Turn: 0.003, Tilt: 0.005, Shift: 0.005, Depth: 0.002}

// How wrong is what is seen of a top: its place and its size, in pitches, and how it is turned, radians.
const (
	topPlaceSigma = 0.01
	topTurnSigma  = 0.01
	topSizeSigma  = 0.004
)

// Add takes the faces beside one scene's structure, seen so many times.
func (e *BankExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		marks, err := marks.Find(r, gray)
		if err != nil {
			return err
		}
		truth := hypothesis.Hypothesis{Pose: camerapose.Pose{Cam: s.Camera, Sizes: camerapose.SizesOf(s.Set), X: s.X, Y: s.Y, Z: s.Z, T: s.Origin, Table: s.Z}, Marks: marks, Cells: lattice.Levels{}}
		for at, level := range s.Heights {
			truth.Cells[at] = min(level, engine.MaxHeight)
		}
		truth.Evidence = hypothesis.EvaluateAll(r, truth.Cells.Places(), func(at engine.Place) *hypothesis.Evidence {
			return hypothesis.Evaluate(r, tileface.FineClassifier(), &truth, at)
		})
		shift := truth.Shift()
		around := racks.MeasureSurroundings(r, racks.Lines(r, &truth, racks.LooseFaces(r, &truth, shift), shift), shift)
		for _, c := range around.Lines {
			for i := range c {
				e.add(r, &truth, &c[i], around, s.Banks, times, rng)
			}
		}
		return nil
	})
}

// add takes a face beside a structure, unless it is that of a bank which is not wholly seen.
func (e *BankExamples) add(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, around *racks.Surroundings, banks []Bank, times int, rng *rand.Rand) {
	truth := 0
	for _, b := range banks {
		middle := engine.Point{X: (b.Top[0].X + b.Top[2].X) / 2, Y: (b.Top[0].Y + b.Top[2].Y) / 2}
		if b.Tiles > 0 && picture.Dist(f.Pixel(0, 0, f.Level), middle) < picture.Dist(b.Top[0], b.Top[1])/2 {
			if truth = min(b.Tiles, racks.BankTiles); !b.Whole {
				return
			}
		}
	}
	seen := racks.MeasureTop(r, s, f, around)
	for range times {
		ex, slipped, top := bankExample{truth: truth}, *s, seen
		slipped.Pose = bankNoise.perturb(&s.Pose, s.SpaceMiddle(), rng)
		slip := topPlaceSigma * s.Scale(engine.Place{})
		top.At = engine.Point{X: top.At.X + slip*rng.NormFloat64(), Y: top.At.Y + slip*rng.NormFloat64()}
		top.Turn += topTurnSigma * rng.NormFloat64()
		top.Size += topSizeSigma * rng.NormFloat64()
		for l := range ex.x {
			ex.x[l], _ = racks.BankFeatures(r, &slipped, &top, l+racks.LowestBank)
		}
		e.all = append(e.all, ex)
	}
}

// Len is the number of examples.
func (e *BankExamples) Len() int { return len(e.all) }

// BankModel is what was learned.
type BankModel struct{ net racks.BankClassifier }

// Net is the judge's network.
func (j *BankModel) Net() *nn.Net { return j.net.Net }

// Evaluate is the share of banks whose count the judge finds (given that there is one), and of faces of which it tells whether they are tops
// of banks.
func (j *BankModel) Evaluate(e *BankExamples) (counts, presence float64) {
	banks, right, told := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		way, odds := j.net.Best(&ex.x)
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
	bankDropout = 0.15 // share of the inputs
	bankDecay   = 0.05 // draws weights towards zero
)

// Train fits several networks, each by Adam on the logarithmic loss of the choice among no stack and all heights; what they say is
// averaged, for each learns by heart something else.
func (e *BankExamples) Train(epochs int, rng *rand.Rand) (*BankModel, error) {
	var models []*fit.Model
	for range racks.EnsembleSize {
		m := fit.New(racks.BankShape, 1, 1/math.Sqrt(racks.HiddenUnits), rng)
		fit.Normalize(m, e.inputs(), minVariance)
		choice, scales := fit.NewChoice(m, racks.HeightHypotheses), make([]float64, racks.BankInputs)
		run := fit.Schedule{Epochs: epochs, Batch: 32, Rate: fit.Linear(0.004, 0.03, epochs)}
		run.Run(m, &fit.Adam{Decay: bankDecay}, len(e.all), rng, func(_, i int, g fit.Gradient) {
			ex := &e.all[i]
			fit.LeaveOut(scales, bankDropout, rng)
			for l, way := range choice.Ways {
				fit.Load(way, m, ex.x[l][:])
				way.Multiply(scales)
			}
			choice.Add(m, racks.HeightHypotheses, ex.truth, g)
		})
		models = append(models, m)
	}
	net, err := fit.Average(models).Net()
	return &BankModel{racks.BankClassifier{Net: net}}, err
}

// inputs are those of every height of all examples.
func (e *BankExamples) inputs() iter.Seq[[]float32] {
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
