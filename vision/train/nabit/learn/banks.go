package learn

import (
	"math"
	"math/rand/v2"

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
	all    []bankExample
}

// NewBankExamples has none yet; the reader reads the pictures.
func NewBankExamples(reader *nabit.Reader) *BankExamples { return &BankExamples{reader: reader} }

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

// Add adds the faces that may be tops of banks in one scene: as the program finds them with the camera and the tile set, and as it finds them without.
// Pictures that cannot be read have none.
func (e *BankExamples) Add(s Scene) error {
	use := func(r *picture.Raster, h *hypothesis.Hypothesis, names racks.Names) {
		shift := h.Shift()
		for _, c := range racks.Candidates(r, h, racks.LooseLines(r, h, names, shift), names, shift) {
			e.add(&c, s.Banks)
		}
	}
	if err := e.reader.WithStructure(s.Picture, s.Camera, s.Set, use); err != nil {
		return nil
	}
	_ = e.reader.WithStructure(s.Picture, nil, nil, use)
	return nil
}

// add adds a candidate, unless it is the top of a bank that reaches out of the picture, or is higher than banks are.
func (e *BankExamples) add(c *racks.Candidate, banks []Bank) {
	ex := bankExample{x: c.Inputs}
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
type BankModel struct{ net racks.BankClassifier }

// Net is the model's network.
func (m *BankModel) Net() *nn.Net { return m.net.Net }

// Evaluate returns the share of banks whose count the model finds, given that there is one, and the share of faces that it rightly
// calls tops of banks or not.
func (m *BankModel) Evaluate(e *BankExamples) (counts, presence float64) {
	banks, right, recognized := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		scores := m.net.Scores(&ex.x)
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
	bankDropout  = 0.15  // share of the inputs that are left out at a time
	bankUnmapped = 0.15  // share of the examples without a map of tiles, as in a film
	bankDecay    = 0.05  // weight decay
	bankRate     = 0.001 // of a network that has learned before
)

// Train goes on with the program's network: it fits the cross-entropy of the choice among no bank and all heights.
func (e *BankExamples) Train(epochs int, rng *rand.Rand) (*BankModel, error) {
	m := fit.Of(racks.BanksClassifier().Net)
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
