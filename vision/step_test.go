package vision

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// TestStepsAreSeen looks across the borders of stacks whose heights are known, having doubts about some: what is seen must tell most of
// those that are not equally high.
func TestStepsAreSeen(t *testing.T) {
	var same, higher share
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range stillScenes(t, stillsFolder) {
		err := withRaster(s.picture, func(r *raster, _ gocv.Mat) error {
			truth := s.truthStructure()
			truth.evidence = r.lookAll(truth.cells.places(), func(at engine.Place) *placeEvidence { return r.look(fineJudge(), truth, at) })
			for _, v := range r.steps(truth, doubted(truth.cells, rng)) {
				likely := stepsJudge().outputs(&v.inputs)
				most := slices.Index(likely[:], slices.Max(likely[:])) + stepLow
				switch step := truth.cells[v.from] - truth.cells[v.to]; {
				case step == 0:
					same.count(most == 0)
				case step > 0:
					higher.count(most > 0)
				default:
					higher.count(most < 0)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("equally high: %d of %d told, not: %d of %d", same.right, same.of, higher.right, higher.of)
	same.atLeast(t, "stacks equally high", 0.9)
	higher.atLeast(t, "stacks not equally high", 0.55)
}

// TestDropsAreSeen looks across the sides of stacks beside which the table lies, having doubts about some: what is seen must tell most of
// those that are higher than they are believed to be.
func TestDropsAreSeen(t *testing.T) {
	var same, higher share
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range stillScenes(t, stillsFolder) {
		err := withRaster(s.picture, func(r *raster, _ gocv.Mat) error {
			truth := s.truthStructure()
			truth.evidence = r.lookAll(truth.cells.places(), func(at engine.Place) *placeEvidence { return r.look(fineJudge(), truth, at) })
			for _, v := range r.drops(truth, doubted(truth.cells, rng)) {
				tells := dropsJudge().tells(&v)
				switch right := truth.cells[v.from]; {
				case right == v.high:
					same.count(tells[stepWay(right, v.high)] > tells[stepWay(right+1, v.high)])
				case right > v.high:
					higher.count(tells[stepWay(right, v.high)] > tells[stepWay(v.high, v.high)])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("as high as believed: %d of %d told, higher: %d of %d", same.right, same.of, higher.right, higher.of)
	same.atLeast(t, "stacks as high as believed", 0.8)
	higher.atLeast(t, "stacks higher than believed", 0.8)
}

// A judge learns a rule that it has not been told: here, that one input tells the difference.
func TestTheJudgeOfStepsLearns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func(n int) *StepExamples {
		e := new(StepExamples)
		for range n {
			ex := stepExample{believed: rng.IntN(stepBelief), truth: rng.IntN(stepWays)}
			for k := range ex.inputs {
				ex.inputs[k] = float32(0.3 * rng.NormFloat64())
			}
			for part := range stepParts { // all three alike: pictures are mirrored
				ex.inputs[part*stepTaps+ex.truth] += 3
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
	truth := stacks{}
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
