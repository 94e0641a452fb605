package learn

import (
	"iter"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// BankExamples are what the bank classifier learns from: faces beside structures, each with the features of every height of a bank.
type BankExamples struct{ all []bankExample }

// bankExample is a loose face with its features for every height.
type bankExample struct {
	x     [racks.HeightHypotheses][racks.BankInputs]float32
	truth int // the right one of x, from 1; 0: none, for it is no bank
}

// Bank is a bank of a scene.
type Bank struct {
	Color engine.Color // of its owner
	Top   engine.Quad  // of its highest tile
	Tiles int          // without the gray one
	Whole bool         // all of it is in the picture
}

// bankNoise is the error of the poses of structures. Hand-set.
var bankNoise = PoseNoise{Turn: 0.003, Tilt: 0.005, Shift: 0.005, Depth: 0.002}

// The errors of a measured top, standard deviations: of its place and size, pitches, and of its orientation, radians. Hand-set.
const (
	topPlaceSigma = 0.01
	topTurnSigma  = 0.01
	topSizeSigma  = 0.004
)

// Add adds the faces beside one scene's structure, so many views of each.
func (e *BankExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		marks, err := marks.Find(r, gray)
		if err != nil {
			return err
		}
		truth := hypothesis.Hypothesis{Pose: s.pose(), Marks: marks, Cells: lattice.Levels{}}
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

// add adds a face beside a structure, unless it is the top of a bank that reaches out of the picture.
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
	measured := racks.MeasureTop(r, s, f, around)
	for range times {
		ex, noisy, top := bankExample{truth: truth}, *s, measured
		noisy.Pose = bankNoise.perturb(&s.Pose, s.SpaceMiddle(), rng)
		sigma := topPlaceSigma * s.Scale(engine.Place{})
		top.At = engine.Point{X: top.At.X + sigma*rng.NormFloat64(), Y: top.At.Y + sigma*rng.NormFloat64()}
		top.Turn += topTurnSigma * rng.NormFloat64()
		top.Size += topSizeSigma * rng.NormFloat64()
		for l := range ex.x {
			ex.x[l], _ = racks.BankFeatures(r, &noisy, &top, l+racks.LowestBank)
		}
		e.all = append(e.all, ex)
	}
}

// Len is the number of examples.
func (e *BankExamples) Len() int { return len(e.all) }

// BankModel is a trained bank classifier.
type BankModel struct{ net racks.BankClassifier }

// Net is the model's network.
func (m *BankModel) Net() *nn.Net { return m.net.Net }

// Evaluate returns the share of banks whose count the model finds, given that there is one, and the share of faces that it rightly
// calls tops of banks or not.
func (m *BankModel) Evaluate(e *BankExamples) (counts, presence float64) {
	banks, right, recognized := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		height, odds := m.net.Best(&ex.x)
		if ex.truth > 0 {
			banks++
			if height == ex.truth {
				right++
			}
		}
		if (odds > 0) == (ex.truth > 0) {
			recognized++
		}
	}
	return float64(right) / float64(banks), float64(recognized) / float64(len(e.all))
}

const (
	bankDropout = 0.15 // share of the inputs that are left out at a time
	bankDecay   = 0.05 // weight decay
)

// Train fits an ensemble of networks, each on the cross-entropy of the choice among no bank and all heights. Their average generalizes
// better than one.
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

// inputs are those of all heights of all examples, for the normalization.
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
