package learn

import (
	"iter"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/tileface"
)

// FaceModel is a trained face classifier.
type FaceModel struct{ Classifier tileface.Classifier }

// Net is the model's network.
func (m *FaceModel) Net() *nn.Net { return m.Classifier.Net }

// Evaluate returns the share of stacks whose level the model finds, given that there is one, and the share of places that it rightly
// calls empty or not.
func (m *FaceModel) Evaluate(e *FaceExamples) (heights, presence float64) {
	stacks, right, recognized := 0, 0, 0
	for i := range e.all {
		ex := &e.all[i]
		sum := 0.0
		s := make([]float64, len(ex.x))
		for l := range s {
			s[l] = m.Classifier.Score(ex.x[l])
			sum += math.Exp(s[l])
		}
		if ex.truth > 0 {
			stacks++
			if floats.MaxIdx(s)+1 == ex.truth {
				right++
			}
		}
		if (sum > 1) == (ex.truth > 0) {
			recognized++
		}
	}
	return float64(right) / float64(stacks), float64(recognized) / float64(len(e.all))
}

const (
	faceDecay   = 1e-3 // weight decay
	minVariance = 1e-4 // a floor, for inputs that almost never change
	maxLevels   = 5    // hypotheses of a place, at most
)

// Train fits a face classifier: one network scores each level, and the loss is the cross-entropy of the choice among empty and all
// levels.
func (e *FaceExamples) Train(epochs int, rng *rand.Rand) (*FaceModel, error) {
	m := fit.New(tileface.ClassifierShape, 1, 1/math.Sqrt(float64(tileface.ClassifierShape.Hidden)), rng)
	fit.Normalize(m, e.inputs(), minVariance)
	choice := fit.NewChoice(m, maxLevels)
	run := fit.Schedule{Epochs: epochs, Batch: 64, Rate: fit.Linear(0.003, 0.05, epochs)}
	run.Run(m, &fit.Adam{Decay: faceDecay}, len(e.all), rng, func(_, i int, g fit.Gradient) {
		ex := &e.all[i]
		for l := range ex.x {
			fit.Load(choice.Ways[l], m, ex.x[l][:])
		}
		choice.Add(m, len(ex.x), ex.truth, g)
	})
	net, err := m.Net()
	return &FaceModel{tileface.Classifier{Net: net}}, err
}

// inputs are those of all levels of all examples, for the normalization.
func (e *FaceExamples) inputs() iter.Seq[[]float32] {
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
