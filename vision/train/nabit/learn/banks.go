package learn

import (
	"iter"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/nabit"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/picture"
)

// BankExamples are what the bank classifier learns from: faces beside structures as the program finds them, each with the features of every height of a
// bank.
type BankExamples struct {
	reader *nabit.Reader
	scenes int
	all    []bankExample
}

// NewBankExamples has none yet; the reader reads the pictures.
func NewBankExamples(reader *nabit.Reader) *BankExamples { return &BankExamples{reader: reader} }

// bankExample is a loose face with its features for every height.
type bankExample struct {
	x         [racks.HeightHypotheses][racks.BankInputs]float32
	truth     int // the right one of x, from 1; 0: none, for it is no bank
	scene     int
	thickness racks.Thickness
}

// Bank is a bank of a scene.
type Bank struct {
	Color engine.Color // of its owner
	Top   engine.Quad  // of its highest tile
	Tiles int          // without the gray one
	Whole bool         // all of it is in the picture
}

// Add adds the faces that may be tops of banks in one scene: as the program finds them with the camera and the tile set, and as it finds them without.
// Pictures that cannot be read have none.
func (e *BankExamples) Add(s Scene) error {
	e.scenes++
	use := func(r *picture.Raster, h *hypothesis.Hypothesis, names racks.Names) {
		shift := h.Shift()
		for _, c := range racks.Candidates(r, h, racks.LooseLines(r, h, names, shift), names, shift) {
			e.add(&c, s.Banks, racks.ThicknessOf(h))
		}
	}
	if err := e.reader.WithStructure(s.Picture, s.Camera, s.Set, use); err != nil {
		return nil
	}
	_ = e.reader.WithStructure(s.Picture, nil, nil, use)
	return nil
}

// add adds a candidate, unless it is the top of a bank that reaches out of the picture, or is higher than banks are.
func (e *BankExamples) add(c *racks.Candidate, banks []Bank, thickness racks.Thickness) {
	ex := bankExample{x: c.Inputs, scene: e.scenes, thickness: thickness}
	for _, b := range banks {
		if b.Tiles > 0 && c.Shows(b.Top) {
			if ex.truth = b.Tiles; !b.Whole || b.Tiles > racks.BankTiles {
				return
			}
		}
	}
	e.all = append(e.all, ex)
}

// Len is the number of examples.
func (e *BankExamples) Len() int { return len(e.all) }

// BankModel is a trained bank classifier.
type BankModel struct{ Classifier racks.BankClassifier }

// Net is the model's network.
func (m *BankModel) Net() *nn.Net { return m.Classifier.Net }

// Evaluate returns the share of banks whose count the model finds, given that there is one, and the share of faces that it rightly
// calls tops of banks or not.
func (m *BankModel) Evaluate(e *BankExamples) (counts, presence float64) {
	banks, right, recognized := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		scores := m.Classifier.Raw(&ex.x)
		best, bank := 0, 0.0
		for l, score := range scores {
			bank += math.Exp(float64(score))
			if score > scores[best] {
				best = l
			}
		}
		if ex.truth > 0 {
			banks++
			right += one(best+1 == ex.truth)
		}
		recognized += one((bank > 1) == (ex.truth > 0))
	}
	return float64(right) / float64(banks), float64(recognized) / float64(len(e.all))
}

const (
	bankDropout  = 0.15 // share of the inputs that are left out at a time
	bankUnmapped = 0.15 // share of the examples without a map of tiles, as in a film
	bankDecay    = 0.05 // weight decay
	bankRate     = 0.001
	bankLeast    = 1e-4 // variance of an input that almost never changes
)

// Train trains a network. What its scores are worth comes from networks that learned from every other scene.
func (e *BankExamples) Train(epochs int, rng *rand.Rand) (*BankModel, error) {
	var left [2]BankExamples
	for i := range e.all {
		half := e.all[i].scene % 2
		left[half].all = append(left[half].all, e.all[i])
	}
	all := scored{}
	for half := range left {
		m, err := left[1-half].train(epochs, rng)
		if err != nil {
			return nil, err
		}
		all.add(m, left[half].all)
	}
	m, err := e.train(epochs, rng)
	if err == nil {
		m.Classifier.Net.Constants = map[string][]float32{racks.TrustConstant: {all.trust(racks.Measured), all.trust(racks.Estimated)}}
	}
	return m, err
}

// train fits the cross-entropy of the choice among no bank and all heights.
func (e *BankExamples) train(epochs int, rng *rand.Rand) (*BankModel, error) {
	m := fit.New(racks.BankShape, 1, 0, rng)
	fit.Normalize(m, e.inputs(), bankLeast)
	choice, scales, x := fit.NewChoice(m, racks.HeightHypotheses), make([]float64, racks.BankInputs), [racks.BankInputs]float32{}
	run := fit.Schedule{Epochs: epochs, Batch: 32, Rate: fit.Linear(bankRate, 0.03, epochs)}
	run.Run(m, &fit.Adam{Decay: bankDecay}, len(e.all), rng, func(_, i int, g fit.Gradient) {
		ex := &e.all[i]
		fit.LeaveOut(scales, bankDropout, rng)
		unmapped := rng.Float64() < bankUnmapped
		for l, way := range choice.Ways {
			if x = ex.x[l]; unmapped {
				clear(x[racks.BankInputs-racks.MapInputs:])
			}
			fit.Load(way, m, x[:])
			way.Multiply(scales)
		}
		choice.Add(m, racks.HeightHypotheses, ex.truth, g)
	})
	net, err := m.Net()
	return &BankModel{racks.BankClassifier{Net: net}}, err
}

// inputs are those of every height of every example.
func (e *BankExamples) inputs() iter.Seq[[]float32] {
	return func(use func([]float32) bool) {
		for i := range e.all {
			for l := range e.all[i].x {
				if !use(e.all[i].x[l][:]) {
					return
				}
			}
		}
	}
}

// scored are scores of examples that their network has not seen.
type scored []struct {
	scores    [racks.HeightHypotheses + 1]float64 // the first is that of none
	truth     int
	thickness racks.Thickness
}

func (all *scored) add(m *BankModel, examples []bankExample) {
	for i := range examples {
		ex := &examples[i]
		*all = append(*all, scored{{truth: ex.truth, thickness: ex.thickness}}...)
		for l, score := range m.Classifier.Raw(&ex.x) {
			(*all)[len(*all)-1].scores[l+1] = float64(score)
		}
	}
}

// trust is what a nat of these scores is worth: the one of some values under which the truth is likeliest (Guo et al. 2017: temperature scaling).
func (all scored) trust(thickness racks.Thickness) (best float32) {
	most := math.Inf(-1)
	for trust := 0.2; trust < 1.3; trust += 0.05 {
		sum := 0.0
		for i := range all {
			if all[i].thickness != thickness {
				continue
			}
			s := all[i].scores
			floats.Scale(trust, s[:])
			sum += s[all[i].truth] - floats.LogSumExp(s[:])
		}
		if sum > most {
			best, most = float32(trust), sum
		}
	}
	return best
}
