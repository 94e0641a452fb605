package heights

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
)

// With the prior of the training data, a likelihood ratio of the classifier is a probability again.
func TestOutputsAreLikelihoodRatiosAgainstThePrior(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	for _, j := range []*StepClassifier{StepsClassifier(), DropsClassifier()} {
		for high := 1; high <= 4; high++ {
			v := stepProfile{High: high, low: 1}
			for i := range v.Inputs {
				v.Inputs[i] = float32(0.5 * rng.NormFloat64())
			}
			sum := 0.0
			for k, says := range j.LogLikelihoods(&v) {
				sum += math.Exp(says + float64(j.Usual[Believed(&v)][k]))
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Errorf("of a stack of %d the probabilities sum to %.6f", high, sum)
			}
		}
	}
}

func TestProfilesKeepTheirOrder(t *testing.T) {
	views := make([]stepProfile, 7)
	for i := range views {
		views[i].High, views[i].low = 1+i%5, 1
		views[i].Inputs[i] = 2
	}
	for i, all := range StepsClassifier().logLikelihoodsAll(views) {
		if all != StepsClassifier().LogLikelihoods(&views[i]) {
			t.Errorf("view %d says %v among others, alone %v", i, all, StepsClassifier().LogLikelihoods(&views[i]))
		}
	}
}

// A border counts once, whether one profile or two sample it, and within its bound.
func TestABorderSeenFromBothSidesCountsOnce(t *testing.T) {
	places := []engine.Place{{}, {Col: 1}, {Col: 2}}
	view := func(from, to engine.Place, high, low int) stepProfile {
		v := stepProfile{From: from, To: to, High: high, low: low}
		for i := range v.Inputs {
			v.Inputs[i] = float32(math.Sin(float64(7 * i)))
		}
		return v
	}
	b := factorGraphOf(places, []stepProfile{
		view(places[0], places[1], 1, 1), view(places[1], places[0], 1, 1), // equally high: from both
		view(places[2], places[1], 3, 1),
	})
	if len(b.pairs) != 2 || len(b.pairsOf[1]) != 2 || len(b.pairsOf[0]) != 1 {
		t.Fatalf("%d borders; those of the places: %v", len(b.pairs), b.pairsOf)
	}
	for k, border := range b.pairs {
		if border.a >= border.b {
			t.Errorf("border %d is between %d and %d", k, border.a, border.b)
		}
		for x := range border.potential {
			for y, favor := range border.potential[x] {
				if math.Abs(favor) > stepClamp+unevenBonus {
					t.Errorf("border %d favors %d beside %d by %.2f", k, x+1, y+1, favor)
				}
			}
		}
	}
	// Both sides see the same: the border is the same from either end.
	for x := range b.pairs[0].potential {
		for y := range b.pairs[0].potential[x] {
			if math.Abs(b.pairs[0].potential[x][y]-b.pairs[0].potential[y][x]) > 1e-9 {
				t.Errorf("%d beside %d is favored by %.3f, the other way round by %.3f", x+1, y+1, b.pairs[0].potential[x][y], b.pairs[0].potential[y][x])
			}
		}
	}
}

func TestDropsSayHowHighTheStackIsThatTheyAreSeenAt(t *testing.T) {
	places := []engine.Place{{}, {Col: 1}}
	b := newFactorGraph(2, nil)
	views := []stepProfile{{From: places[1], To: engine.Place{Col: 2}, High: 1}, {From: places[1], To: engine.Place{Row: 1, Col: 1}, High: 1}}
	b.addDrops(places, views)
	if b.unary[0] != (engine.HeightLikelihoods{}) {
		t.Errorf("a stack without a drop has the log-potential %v", b.unary[0])
	}
	once := newFactorGraph(2, nil)
	once.addDrops(places, views[:1])
	for l := range b.unary[1] {
		if math.Abs(b.unary[1][l]-2*once.unary[1][l]) > 1e-9 || math.Abs(once.unary[1][l]) > dropClamp {
			t.Errorf("of height %d one side says %.3f, two %.3f", l+1, once.unary[1][l], b.unary[1][l])
		}
	}
	// Heights beyond the highest class share its likelihood.
	if got := once.unary[1]; got[stepHigh+1] != got[stepHigh] || got[stepHigh] == got[stepHigh-1] {
		t.Errorf("of a tile that may be a stack, heights say %v", got)
	}
}
