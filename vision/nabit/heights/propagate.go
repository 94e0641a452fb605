package heights

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// Weights of the factors; the networks of steps and drops see some of the pixels that the classifiers of faces see, so their evidence
// overlaps and counts for less than 1. Hand-set; the six boards of testdata/nabit/steps guard them.
const (
	stepTrust         = 0.8  // weight of a step's log-likelihood ratios
	stepClamp         = 3.0  // bound of one border's log-likelihood ratio
	unevenBonus       = 0.25 // log-prior of unequal heights at a border: face classifiers find too few steps
	dropTrust         = 0.65 // stepTrust of drops
	dropClamp         = 3.0  // stepClamp of drops
	propagationRounds = 12   // of all messages; crosswords converge sooner
)

// pairFactor is the factor of one border between two stacks, with the messages it sends them (logarithms).
type pairFactor struct {
	a, b      int                                        // indices of the two stacks
	potential [engine.MaxHeight]engine.HeightLikelihoods // log-potential, by a's height and b's
	toA, toB  engine.HeightLikelihoods                   // messages to a and to b
}

// factorGraph holds the factors over the levels of a hypothesis's places, in the order of the places.
type factorGraph struct {
	pairs   []pairFactor
	pairsOf [][]int                    // indices of each place's pairs
	unary   []engine.HeightLikelihoods // log-potential of each place's drops, by its height
}

// newFactorGraph builds the graph of pair factors; the unary ones start at 0.
func newFactorGraph(places int, all []pairFactor) *factorGraph {
	b := &factorGraph{all, make([][]int, places), make([]engine.HeightLikelihoods, places)}
	for k := range all {
		for _, end := range [...]int{all[k].a, all[k].b} {
			b.pairsOf[end] = append(b.pairsOf[end], k)
		}
	}
	return b
}

// localLogPotential is the sum of the log-potentials that the level of place i changes, given its neighbors' levels. A nil graph says
// nothing.
func (g *factorGraph) localLogPotential(levels []int, i, level int) (sum float64) {
	if g == nil {
		return 0
	}
	sum = g.unary[i][level-1]
	for _, k := range g.pairsOf[i] {
		if pair := &g.pairs[k]; pair.a == i {
			sum += pair.potential[level-1][levels[pair.b]-1]
		} else {
			sum += pair.potential[levels[pair.a]-1][level-1]
		}
	}
	return sum
}

// logPotential is the sum of all log-potentials of an assignment of levels.
func (g *factorGraph) logPotential(levels []int) (sum float64) {
	if g == nil {
		return 0
	}
	for i, level := range levels {
		sum += g.unary[i][level-1]
	}
	return sum + g.pairLogPotential(levels)
}

// pairLogPotential is the part of logPotential that the pair factors contribute.
func (g *factorGraph) pairLogPotential(levels []int) (sum float64) {
	if g == nil {
		return 0
	}
	for k := range g.pairs {
		pair := &g.pairs[k]
		sum += pair.potential[levels[pair.a]-1][levels[pair.b]-1]
	}
	return sum
}

// addDrops adds the log-likelihoods of the drop classifier, at borders to the table, to the unary factors.
func (g *factorGraph) addDrops(places []engine.Place, views []stepProfile) {
	for i, ratios := range DropsClassifier().logLikelihoodsAll(views) {
		v := &views[i]
		at, _ := slices.BinarySearchFunc(places, v.From, engine.ComparePlaces)
		for l := range g.unary[at] {
			g.unary[at][l] += picture.Clamp(dropTrust*ratios[StepClass(l+1, v.High)], -dropClamp, dropClamp)
		}
	}
}

// factorGraphOf builds the pair factors from the profiles of the borders between places, in order. A border sampled from both sides
// counts once: each profile has half the weight.
func factorGraphOf(places []engine.Place, views []stepProfile) *factorGraph {
	var all []pairFactor
	known := map[[2]int]int{} // index of each pair, by its stacks
	for i, ratios := range StepsClassifier().logLikelihoodsAll(views) {
		v := &views[i]
		a, _ := slices.BinarySearchFunc(places, v.From, engine.ComparePlaces)
		b, _ := slices.BinarySearchFunc(places, v.To, engine.ComparePlaces)
		ends := [2]int{min(a, b), max(a, b)}
		k, ok := known[ends]
		if !ok {
			k, known[ends] = len(all), len(all)
			all = append(all, pairFactor{a: ends[0], b: ends[1]})
		}
		share := 1.0
		if v.High == v.low {
			share = 0.5
		}
		for from := range engine.MaxHeight {
			for to := range engine.MaxHeight {
				potential := picture.Clamp(share*stepTrust*ratios[StepClass(from, to)], -stepClamp, stepClamp)
				if from != to {
					potential += share * unevenBonus
				}
				if a < b {
					all[k].potential[from][to] += potential
				} else {
					all[k].potential[to][from] += potential
				}
			}
		}
	}
	return newFactorGraph(len(places), all)
}

// propagate is loopy belief propagation (sum-product, damped by half; Pearl 1988; Murphy, Weiss and Jordan 1999). It returns the
// normalized log-marginals of every stack's height. It is exact on crosswords without loops. The messages stay in the factors, so a
// second call goes on from them.
func propagate(unaries []engine.HeightLikelihoods, pairs []pairFactor) []engine.HeightLikelihoods {
	all := make([]engine.HeightLikelihoods, len(unaries))
	for range propagationRounds {
		addMessages(all, unaries, pairs)
		for i := range pairs {
			b := &pairs[i]
			var toA, toB engine.HeightLikelihoods
			for x := range toA {
				var fromA, fromB engine.HeightLikelihoods
				for y := range fromA {
					fromB[y] = all[b.b][y] - b.toB[y] + b.potential[x][y]
					fromA[y] = all[b.a][y] - b.toA[y] + b.potential[y][x]
				}
				toA[x], toB[x] = floats.LogSumExp(fromB[:]), floats.LogSumExp(fromA[:])
			}
			b.toA, b.toB = damped(&b.toA, &toA), damped(&b.toB, &toB)
		}
	}
	addMessages(all, unaries, pairs)
	for i := range all {
		sum := floats.LogSumExp(all[i][:])
		for l := range all[i] {
			all[i][l] -= sum
		}
	}
	return all
}

// addMessages sets all to the unary terms plus every factor's messages.
func addMessages(all, unaries []engine.HeightLikelihoods, pairs []pairFactor) {
	copy(all, unaries)
	for i := range pairs {
		b := &pairs[i]
		for l := range b.toA {
			all[b.a][l] += b.toA[l]
			all[b.b][l] += b.toB[l]
		}
	}
}

// damped is the mean of the previous message and the normalized new one.
func damped(was, now *engine.HeightLikelihoods) (message engine.HeightLikelihoods) {
	sum := floats.LogSumExp(now[:])
	for l := range message {
		message[l] = (was[l] + now[l] - sum) / 2
	}
	return message
}
