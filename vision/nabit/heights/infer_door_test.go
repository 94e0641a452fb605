package heights

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
)

func TestLogarithmsAreAdded(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{
		{0, 0, math.Ln2}, {math.Log(3), math.Log(4), math.Log(7)}, {-1000, 0, 0}, {0, -1000, 0}, {2000, 1000, 2000}, {-800, -800, -800 + math.Ln2},
	} {
		if got := logAdd(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("of %g and %g it is %g, want %g", c.a, c.b, got, c.want)
		}
	}
}

func TestLevelsComeInTheOrderOfTheirPlaces(t *testing.T) {
	cells := lattice.Levels{{}: 1, {Col: 1}: 2, {Row: 1}: 3}
	if got := cells.LevelsOf(cells.Places()); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("levels are %v", got)
	}
	if got := cells.LevelsOf([]engine.Place{{Row: 1}, {Row: 9}}); !slices.Equal(got, []int{3, 0}) {
		t.Errorf("where nothing lies the level is %v", got)
	}
}

// A model that explains the picture as well counts alike; one that explains it worse counts less.
func TestOtherModelsCountByTheirPosterior(t *testing.T) {
	own, other := sureOf(1, 6), sureOf(3, 6)
	for i, c := range []struct{ likely, third float64 }{{0, 0.5}, {-2, math.Exp(-2) / (1 + math.Exp(-2))}, {-50, 0}} {
		all := []engine.HeightLikelihoods{own}
		addWeighted(all, []engine.HeightLikelihoods{other}, c.likely)
		sum := floats.LogSumExp(all[0][:])
		norm := 1 + 4*math.Exp(-6)
		want := (c.third + (1-c.third)*math.Exp(-6)) / norm
		if got := math.Exp(all[0][2] - sum); math.Abs(got-want) > 1e-9 {
			t.Errorf("case %d: 3 high with %.4f, want %.4f", i, got, want)
		}
	}
}
