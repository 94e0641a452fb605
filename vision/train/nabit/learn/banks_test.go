package learn

import (
	"math/rand/v2"
	"testing"

	"tilewatch/vision/nabit/racks"
)

// The model learns a rule from examples: here, that the first two inputs are largest at the right height.
func TestTheBankModelLearnsWhereBanksEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	some := func(n int) *BankExamples {
		e := new(BankExamples)
		for range n {
			ex := bankExample{truth: max(0, rng.IntN(2*racks.HeightHypotheses+1)-racks.HeightHypotheses)} // on a table most faces are no bank's
			for l := range ex.x {
				for k := range ex.x[l] {
					ex.x[l][k] = float32(0.3 * rng.NormFloat64())
				}
				if l+1 == ex.truth {
					ex.x[l][0] += 4
					ex.x[l][1] += 4 // one may be left out
				}
			}
			e.all = append(e.all, ex)
		}
		return e
	}
	model, err := some(400).Train(30, rng)
	if err != nil {
		t.Fatal(err)
	}
	counts, presence := model.Evaluate(some(200))
	if counts < 0.95 || presence < 0.95 {
		t.Errorf("counts %.3f, presence %.3f of new stacks, want 0.95", counts, presence)
	}
}
