package heights

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
)

// randomHeights are what faces say of so many stacks.
func randomHeights(n int, strength float64, rng *rand.Rand) []engine.HeightLikelihoods {
	all := make([]engine.HeightLikelihoods, n)
	for i := range all {
		for l := range all[i] {
			all[i][l] = strength * rng.NormFloat64()
		}
	}
	return all
}

// randomBorder is what is seen between two stacks.
func randomBorder(a, b int, strength float64, rng *rand.Rand) pairFactor {
	all := pairFactor{a: a, b: b}
	for x := range all.potential {
		for y := range all.potential[x] {
			all.potential[x][y] = strength * rng.NormFloat64()
		}
	}
	return all
}

// enumerated are the marginals of all assignments of heights, tried one after the other.
func enumerated(unaries []engine.HeightLikelihoods, borders []pairFactor) []engine.HeightLikelihoods {
	sums, levels := make([]engine.HeightLikelihoods, len(unaries)), make([]int, len(unaries))
	total := 0.0
	for {
		likely := 0.0
		for i, l := range levels {
			likely += unaries[i][l]
		}
		for _, b := range borders {
			likely += b.potential[levels[b.a]][levels[b.b]]
		}
		p := math.Exp(likely)
		total += p
		for i, l := range levels {
			sums[i][l] += p
		}
		k := 0
		for ; k < len(levels); k++ {
			if levels[k]++; levels[k] < engine.MaxHeight {
				break
			}
			levels[k] = 0
		}
		if k == len(levels) {
			break
		}
	}
	for i := range sums {
		for l := range sums[i] {
			sums[i][l] /= total
		}
	}
	return sums
}

// apartMost is by how much probabilities differ at most from those whose logarithms are given.
func apartMost(logs, want []engine.HeightLikelihoods) (most float64) {
	for i := range logs {
		for l := range logs[i] {
			most = max(most, math.Abs(math.Exp(logs[i][l])-want[i][l]))
		}
	}
	return most
}

func TestBeliefsOnAChainAreTheMarginals(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for n := 1; n <= 6; n++ {
		for range 5 {
			unaries := randomHeights(n, 2, rng)
			var chain []pairFactor
			for a := range n - 1 {
				chain = append(chain, randomBorder(a, a+1, 1.5, rng))
			}
			if off := apartMost(propagate(unaries, chain), enumerated(unaries, chain)); off > 0.01 {
				t.Errorf("on a chain of %d stacks a probability is off by %.4f", n, off)
			}
		}
	}
}

// On a loop the messages count some of what they hear twice: they are near to the marginals, and on the same side of them.
func TestBeliefsOnALoopAreNearTheMarginals(t *testing.T) {
	rng := rand.New(rand.NewPCG(73, 74))
	mean, worst, sameBest, stackCount := 0.0, 0.0, 0, 0
	const trials = 30
	for range trials {
		unaries := randomHeights(4, 2, rng)
		loop := []pairFactor{randomBorder(0, 1, 1, rng), randomBorder(1, 2, 1, rng), randomBorder(2, 3, 1, rng), randomBorder(3, 0, 1, rng)}
		want := enumerated(unaries, loop)
		got := propagate(unaries, loop)
		off := apartMost(got, want)
		mean, worst = mean+off/trials, max(worst, off)
		for i := range got {
			stackCount++
			a, b := 0, 0
			for l := range got[i] {
				if got[i][l] > got[i][a] {
					a = l
				}
				if want[i][l] > want[i][b] {
					b = l
				}
			}
			if a == b {
				sameBest++
			}
		}
	}
	if mean > 0.05 || worst > 0.2 || sameBest < stackCount*95/100 {
		t.Errorf("a probability is off by %.3f on average and %.3f at most; of %d stacks %d have the same best height", mean, worst, stackCount, sameBest)
	}
}

// Borders that contradict each other make undamped messages swing: damped by half they come to rest.
func TestDampedMessagesComeToRest(t *testing.T) {
	unlike := func(a, b int) pairFactor {
		all := pairFactor{a: a, b: b}
		for x := range all.potential {
			for y := range all.potential[x] {
				if x == y {
					all.potential[x][y] = -3
				}
			}
		}
		return all
	}
	// Three stacks, each unlike the next, two heights to choose from.
	two := engine.HeightLikelihoods{0, 0, -30, -30, -30}
	unaries := []engine.HeightLikelihoods{{0.3, 0, -30, -30, -30}, two, two}
	odd := []pairFactor{unlike(0, 1), unlike(1, 2), unlike(2, 0)}
	first := propagate(unaries, odd)
	second := propagate(unaries, odd) // goes on from the messages that there are
	for i := range first {
		for l := range 2 {
			if off := math.Abs(math.Exp(first[i][l]) - math.Exp(second[i][l])); off > 0.01 {
				t.Errorf("stack %d still moves by %.4f", i, off)
			}
		}
	}
}

func TestBeliefsAreProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(75, 76))
	unaries := randomHeights(5, 3, rng)
	borders := []pairFactor{randomBorder(0, 1, 2, rng), randomBorder(1, 2, 2, rng), randomBorder(1, 3, 2, rng)}
	got := propagate(unaries, borders)
	for i := range got {
		if sum := floats.LogSumExp(got[i][:]); math.Abs(sum) > 1e-9 {
			t.Errorf("the probabilities of stack %d sum to %.6f", i, math.Exp(sum))
		}
	}
	if l := got[4]; math.Abs(l[0]-l[1]-(unaries[4][0]-unaries[4][1])) > 1e-9 {
		t.Error("a stack without a border is not as its face has it")
	}
	// What is added to all heights of a stack, or to all of a border, says nothing.
	more := randomHeights(5, 0, rng)
	for i := range more {
		for l := range more[i] {
			more[i][l] = unaries[i][l] + float64(7*i)
		}
	}
	shifted := []pairFactor{{a: 0, b: 1}, {a: 1, b: 2}, {a: 1, b: 3}}
	for i := range shifted {
		for x := range shifted[i].potential {
			for y := range shifted[i].potential[x] {
				shifted[i].potential[x][y] = borders[i].potential[x][y] - 11
			}
		}
	}
	for i, l := range propagate(more, shifted) {
		for k := range l {
			if math.Abs(l[k]-got[i][k]) > 1e-9 {
				t.Fatalf("stack %d is %d high with %.6f, want %.6f", i, k+1, math.Exp(l[k]), math.Exp(got[i][k]))
			}
		}
	}
}

func TestABorderSaysTheSameFromEitherEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(77, 78))
	unaries := randomHeights(2, 1, rng)
	b := randomBorder(0, 1, 2, rng)
	turned := pairFactor{a: 1, b: 0}
	for x := range b.potential {
		for y := range b.potential[x] {
			turned.potential[y][x] = b.potential[x][y]
		}
	}
	one, other := propagate(unaries, []pairFactor{b}), propagate(unaries, []pairFactor{turned})
	for i := range one {
		for l := range one[i] {
			if math.Abs(one[i][l]-other[i][l]) > 1e-9 {
				t.Fatalf("stack %d is %d high with %.6f, from the other end %.6f", i, l+1, math.Exp(one[i][l]), math.Exp(other[i][l]))
			}
		}
	}
}

func TestASureStackRaisesTheOneBesideIt(t *testing.T) {
	higher := pairFactor{a: 0, b: 1} // the second is one more than the first
	for x := range higher.potential {
		for y := range higher.potential[x] {
			if y != x+1 {
				higher.potential[x][y] = -4
			}
		}
	}
	got := propagate([]engine.HeightLikelihoods{sureOf(2, 8), sureOf(1, 1)}, []pairFactor{higher})
	if p := math.Exp(got[1][2]); p < 0.85 {
		t.Errorf("beside a sure stack of two, one that is a tile higher is 3 high with %.2f only", p)
	}
	if p := math.Exp(got[0][1]); p < 0.99 {
		t.Errorf("a sure stack is 2 high with %.2f only", p)
	}
}

func TestAMessageIsHalfOfWhatWasSaid(t *testing.T) {
	was, now := engine.HeightLikelihoods{1, 2, 3, 4, 5}, engine.HeightLikelihoods{3, 3, 3, 3, 3}
	for l, got := range damped(&was, &now) {
		if want := (was[l] - math.Log(engine.MaxHeight)) / 2; math.Abs(got-want) > 1e-9 {
			t.Errorf("of height %d the message is %.4f, want %.4f", l+1, got, want)
		}
	}
}
