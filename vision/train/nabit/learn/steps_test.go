package learn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// TestStepsAreVisible classifies the borders of stacks whose heights are known, some of them perturbed: it must find most of those that are not equally
// high.
func TestStepsAreVisible(t *testing.T) {
	var same, higher scenetest.Share
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		err := picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
			truth := s.TruthStructure()
			truth.Evidence = hypothesis.EvaluateAll(r, truth.Cells.Places(), func(at engine.Place) *hypothesis.Evidence {
				return hypothesis.Evaluate(r, tileface.FineClassifier(), truth, at)
			})
			for _, v := range heights.Steps(r, truth, perturbLevels(truth.Cells, rng)) {
				likely := heights.StepsClassifier().Outputs(&v.Inputs)
				most := slices.Index(likely[:], slices.Max(likely[:])) + heights.StepLow
				switch step := truth.Cells[v.From] - truth.Cells[v.To]; {
				case step == 0:
					same.Count(most == 0)
				case step > 0:
					higher.Count(most > 0)
				default:
					higher.Count(most < 0)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	same.AsMeasured(t, "stacks equally high", scenetest.Share{Right: 226, Of: 235}, 235)
	higher.AsMeasured(t, "stacks not equally high", scenetest.Share{Right: 83, Of: 105}, 105)
}

// TestDropsAreVisible classifies the borders of stacks to the table, some of their heights perturbed: it must find most of those that are higher than
// believed.
func TestDropsAreVisible(t *testing.T) {
	var same, higher scenetest.Share
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		err := picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
			truth := s.TruthStructure()
			truth.Evidence = hypothesis.EvaluateAll(r, truth.Cells.Places(), func(at engine.Place) *hypothesis.Evidence {
				return hypothesis.Evaluate(r, tileface.FineClassifier(), truth, at)
			})
			for _, v := range heights.Drops(r, truth, perturbLevels(truth.Cells, rng)) {
				likely := heights.DropsClassifier().LogLikelihoods(&v)
				switch right := truth.Cells[v.From]; {
				case right == v.High:
					same.Count(likely[heights.StepClass(right, v.High)] > likely[heights.StepClass(right+1, v.High)])
				case right > v.High:
					higher.Count(likely[heights.StepClass(right, v.High)] > likely[heights.StepClass(v.High, v.High)])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	same.AsMeasured(t, "stacks as high as believed", scenetest.Share{Right: 318, Of: 368}, 368)
	higher.AsMeasured(t, "stacks higher than believed", scenetest.Share{Right: 23, Of: 25}, 25)
}

// The model learns a rule from examples: here, that one input stands for the difference.
func TestTheStepModelLearns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func(n int) *StepExamples {
		e := new(StepExamples)
		for range n {
			ex := stepExample{believed: rng.IntN(heights.StepBelief), truth: rng.IntN(heights.StepClasses)}
			for k := range ex.inputs {
				ex.inputs[k] = float32(0.3 * rng.NormFloat64())
			}
			for part := range heights.StepParts { // all three alike: pictures are mirrored
				ex.inputs[part*heights.StepTaps+ex.truth] += 3
			}
			e.all = append(e.all, ex)
		}
		return e
	}
	model, err := some(1000).Train(20, rng)
	if err != nil {
		t.Fatal(err)
	}
	if right := model.Evaluate(some(300)); right < 0.95 {
		t.Errorf("%.3f of new steps are right, want 0.95", right)
	}
}

// Levels are perturbed by chance alone, by one tile, and stay legal.
func TestLevelsArePerturbedByATile(t *testing.T) {
	truth := lattice.Levels{}
	for i := range 400 {
		truth[engine.Place{Col: i}] = 1 + i%5
	}
	counts := map[int]int{}
	for at, level := range perturbLevels(truth, rand.New(rand.NewPCG(1, 2))) {
		if level < 1 || level > 5 {
			t.Fatalf("a stack is %d high", level)
		}
		counts[level-truth[at]]++
	}
	if counts[0] < 200 || counts[1] < 20 || counts[-1] < 40 || len(counts) != 3 {
		t.Errorf("the perturbations, and how often: %v", counts)
	}
}
