package heights

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
)

// On a crossword without loops messages tell exactly what trying all heights of all stacks tells.
func TestStacksAreWeighedAsIfAllWereTried(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const stacks = 5
	for n := range 20 {
		alone := make([]engine.HeightLikelihoods, stacks)
		for i := range alone {
			for l := range alone[i] {
				alone[i][l] = 2 * rng.NormFloat64()
			}
		}
		var borders []pairFactor
		for b := 1; b < stacks; b++ {
			border := pairFactor{a: rng.IntN(b), b: b}
			for x := range border.potential {
				for y := range border.potential[x] {
					border.potential[x][y] = 2 * rng.NormFloat64()
				}
			}
			borders = append(borders, border)
		}
		want := tryAll(alone, borders)
		for i, got := range propagate(alone, borders) {
			for l := range got {
				if math.Abs(math.Exp(got[l])-want[i][l]) > 0.01 {
					t.Fatalf("crossword %d, stack %d: %d high with %.3f, want %.3f", n, i, l+1, math.Exp(got[l]), want[i][l])
				}
			}
		}
	}
}

// tryAll are the probabilities of all heights of all stacks, one assignment after the other.
func tryAll(alone []engine.HeightLikelihoods, borders []pairFactor) []engine.HeightLikelihoods {
	sums := make([]engine.HeightLikelihoods, len(alone))
	levels := make([]int, len(alone))
	all := 0.0
	for n := range int(math.Pow(engine.MaxHeight, float64(len(alone)))) {
		likely := 0.0
		for i := range levels {
			levels[i] = n % engine.MaxHeight
			n /= engine.MaxHeight
			likely += alone[i][levels[i]]
		}
		for _, b := range borders {
			likely += b.potential[levels[b.a]][levels[b.b]]
		}
		p := math.Exp(likely)
		all += p
		for i, l := range levels {
			sums[i][l] += p
		}
	}
	for i := range sums {
		for l := range sums[i] {
			sums[i][l] /= all
		}
	}
	return sums
}

// A stack beside which nothing is seen is as high as its face tells, and a loop of borders that agree settles.
func TestWeighingSettles(t *testing.T) {
	alone := []engine.HeightLikelihoods{{0, -1, -9, -9, -9}, {0, -0.5, -9, -9, -9}, {-9, 0, -9, -9, -9}, {-0.5, 0, -9, -9, -9}}
	level := pairFactor{}
	for x := range level.potential {
		for y := range level.potential[x] {
			if x != y {
				level.potential[x][y] = -2
			}
		}
	}
	var loop []pairFactor
	for _, ends := range [][2]int{{1, 2}, {2, 3}, {3, 1}} {
		b := level
		b.a, b.b = ends[0], ends[1]
		loop = append(loop, b)
	}
	got := propagate(alone, loop)
	if p := math.Exp(got[0][0]); math.Abs(p-1/(1+math.Exp(-1))) > 0.01 {
		t.Errorf("one that stands alone is 1 high with %.3f, want %.3f", p, 1/(1+math.Exp(-1)))
	}
	for _, i := range []int{1, 2, 3} {
		if p := math.Exp(got[i][1]); p < 0.9 {
			t.Errorf("stack %d is 2 high, as the sure one beside it, with %.3f only", i, p)
		}
	}
}
