package heights

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
)

// On a crossword without loops belief propagation equals the sum over all assignments.
func TestMarginalsOnATreeAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const stacks = 5
	for n := range 20 {
		unaries := make([]engine.HeightLikelihoods, stacks)
		for i := range unaries {
			for l := range unaries[i] {
				unaries[i][l] = 2 * rng.NormFloat64()
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
		want := tryAll(unaries, borders)
		for i, got := range propagate(unaries, borders) {
			for l := range got {
				if math.Abs(math.Exp(got[l])-want[i][l]) > 0.01 {
					t.Fatalf("crossword %d, stack %d: %d high with %.3f, want %.3f", n, i, l+1, math.Exp(got[l]), want[i][l])
				}
			}
		}
	}
}

// tryAll are the probabilities of all heights of all stacks, one assignment after the other.
func tryAll(unaries []engine.HeightLikelihoods, borders []pairFactor) []engine.HeightLikelihoods {
	sums := make([]engine.HeightLikelihoods, len(unaries))
	levels := make([]int, len(unaries))
	all := 0.0
	for n := range int(math.Pow(engine.MaxHeight, float64(len(unaries)))) {
		likely := 0.0
		for i := range levels {
			levels[i] = n % engine.MaxHeight
			n /= engine.MaxHeight
			likely += unaries[i][levels[i]]
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

// A stack without a border keeps the distribution of its face, and a loop of borders that agree converges.
func TestPropagationConverges(t *testing.T) {
	unaries := []engine.HeightLikelihoods{{0, -1, -9, -9, -9}, {0, -0.5, -9, -9, -9}, {-9, 0, -9, -9, -9}, {-0.5, 0, -9, -9, -9}}
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
	got := propagate(unaries, loop)
	if p := math.Exp(got[0][0]); math.Abs(p-1/(1+math.Exp(-1))) > 0.01 {
		t.Errorf("one that stands alone is 1 high with %.3f, want %.3f", p, 1/(1+math.Exp(-1)))
	}
	for _, i := range []int{1, 2, 3} {
		if p := math.Exp(got[i][1]); p < 0.9 {
			t.Errorf("stack %d is 2 high, as the sure one beside it, with %.3f only", i, p)
		}
	}
}
