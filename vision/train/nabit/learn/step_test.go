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

// TestStepsAreSeen looks across the borders of stacks whose heights are known, having doubts about some: what is seen must tell most of
// those that are not equally high.
func TestStepsAreSeen(t *testing.T) {
	var same, higher scenetest.Share
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		err := picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
			truth := s.TruthStructure()
			truth.Evidence = hypothesis.EvaluateAll(r, truth.Cells.Places(), func(at engine.Place) *hypothesis.Evidence {
				return hypothesis.Evaluate(r, tileface.FineClassifier(), truth, at)
			})
			for _, v := range heights.Steps(r, truth, doubted(truth.Cells, rng)) {
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
	t.Logf("equally high: %d of %d told, not: %d of %d", same.Right, same.Of, higher.Right, higher.Of)
	same.AtLeast(t, "stacks equally high", 0.9)
	higher.AtLeast(t, "stacks not equally high", 0.55)
}

// TestDropsAreSeen looks across the sides of stacks beside which the table lies, having doubts about some: what is seen must tell most of
// those that are higher than they are believed to be.
func TestDropsAreSeen(t *testing.T) {
	var same, higher scenetest.Share
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		err := picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
			truth := s.TruthStructure()
			truth.Evidence = hypothesis.EvaluateAll(r, truth.Cells.Places(), func(at engine.Place) *hypothesis.Evidence {
				return hypothesis.Evaluate(r, tileface.FineClassifier(), truth, at)
			})
			for _, v := range heights.Drops(r, truth, doubted(truth.Cells, rng)) {
				tells := heights.DropsClassifier().LogLikelihoods(&v)
				switch right := truth.Cells[v.From]; {
				case right == v.High:
					same.Count(tells[heights.StepClass(right, v.High)] > tells[heights.StepClass(right+1, v.High)])
				case right > v.High:
					higher.Count(tells[heights.StepClass(right, v.High)] > tells[heights.StepClass(v.High, v.High)])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("as high as believed: %d of %d told, higher: %d of %d", same.Right, same.Of, higher.Right, higher.Of)
	same.AtLeast(t, "stacks as high as believed", 0.8)
	higher.AtLeast(t, "stacks higher than believed", 0.8)
}

// A judge learns a rule that it has not been told: here, that one input tells the difference.
func TestTheJudgeOfStepsLearns(t *testing.T) {
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
	judge, err := LearnSteps(some(1000), 20, rng)
	if err != nil {
		t.Fatal(err)
	}
	if right := judge.Rate(some(300)); right < 0.95 {
		t.Errorf("%.3f of the steps it has not seen are right, want 0.95", right)
	}
}

// Which height is doubted while learning depends on nothing but chance, and none is doubted out of the game.
func TestHeightsAreDoubtedByATile(t *testing.T) {
	truth := lattice.Levels{}
	for i := range 400 {
		truth[engine.Place{Col: i}] = 1 + i%5
	}
	counts := map[int]int{}
	for at, level := range doubted(truth, rand.New(rand.NewPCG(1, 2))) {
		if level < 1 || level > 5 {
			t.Fatalf("a stack is %d high", level)
		}
		counts[level-truth[at]]++
	}
	if counts[0] < 200 || counts[1] < 20 || counts[-1] < 40 || len(counts) != 3 {
		t.Errorf("by how much heights are doubted, and how often: %v", counts)
	}
}
