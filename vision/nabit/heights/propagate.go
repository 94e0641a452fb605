package heights

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// What is seen across a border tells that one stack is higher than the one beside it: so one of them is higher than it seems alone, or
// the other lower.

const (
	stepTrust  = 0.8  // share of what a judge says of a step that the judges of faces have not said before
	stepMost   = 3.0  // one border tells no more (logarithm)
	stepUneven = 0.25 // what is added to two heights that differ (logarithm): judges of faces see too few steps
	dropTrust  = 0.65 // stepTrust and
	dropMost   = 3.0  // stepMost of what is seen where the table lies beside a stack
	weighings  = 12   // how often all borders are heard; crosswords settle sooner
)

// pairFactor is what lies between two stacks.
type pairFactor struct {
	a, b     int                                        // which stacks
	favors   [engine.MaxHeight]engine.HeightLikelihoods // what is seen there, by a's height and b's (logarithm)
	toA, toB engine.HeightLikelihoods                   // what all that lies beyond says of their heights
}

// factorGraph are all that lie between the places of a structure, in order.
type factorGraph struct {
	all     []pairFactor
	ofPlace [][]int                    // which of them each place has
	drops   []engine.HeightLikelihoods // what is seen beside each place where the table is, by its height (logarithm)
}

func newFactorGraph(places int, all []pairFactor) *factorGraph {
	b := &factorGraph{all, make([][]int, places), make([]engine.HeightLikelihoods, places)}
	for k := range all {
		for _, end := range [...]int{all[k].a, all[k].b} {
			b.ofPlace[end] = append(b.ofPlace[end], k)
		}
	}
	return b
}

// at is what those of a place tell of a level, its neighbors having theirs. If nobody looked across any, nothing is told.
func (b *factorGraph) at(levels []int, i, level int) (sum float64) {
	if b == nil {
		return 0
	}
	sum = b.drops[i][level-1]
	for _, k := range b.ofPlace[i] {
		if border := &b.all[k]; border.a == i {
			sum += border.favors[level-1][levels[border.b]-1]
		} else {
			sum += border.favors[levels[border.a]-1][level-1]
		}
	}
	return sum
}

// addPair is what all of them tell of all levels.
func (b *factorGraph) addPair(levels []int) (sum float64) {
	if b == nil {
		return 0
	}
	for i, level := range levels {
		sum += b.drops[i][level-1]
	}
	return sum + b.between(levels)
}

// between is the part of it that is told by what lies between two stacks.
func (b *factorGraph) between(levels []int) (sum float64) {
	if b == nil {
		return 0
	}
	for k := range b.all {
		border := &b.all[k]
		sum += border.favors[levels[border.a]-1][levels[border.b]-1]
	}
	return sum
}

// addDrops adds what is seen where the table lies beside a stack.
func (b *factorGraph) addDrops(places []engine.Place, views []stepProfile) {
	for i, tells := range DropsClassifier().logLikelihoodsAll(views) {
		v := &views[i]
		at, _ := slices.BinarySearchFunc(places, v.From, engine.ComparePlaces)
		for l := range b.drops[at] {
			b.drops[at][l] += picture.Clamp(dropTrust*tells[StepClass(l+1, v.High)], -dropMost, dropMost)
		}
	}
}

// factorGraphOf are the borders between places, in order, as they were seen. One seen from both sides counts once.
func factorGraphOf(places []engine.Place, views []stepProfile) *factorGraph {
	var all []pairFactor
	known := map[[2]int]int{}
	for i, tells := range StepsClassifier().logLikelihoodsAll(views) {
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
				favor := picture.Clamp(share*stepTrust*tells[StepClass(from, to)], -stepMost, stepMost)
				if from != to {
					favor += share * stepUneven
				}
				if a < b {
					all[k].favors[from][to] += favor
				} else {
					all[k].favors[to][from] += favor
				}
			}
		}
	}
	return newFactorGraph(len(places), all)
}

// propagate is how likely each stack has each height (logarithm), by itself and by all borders: sum-product messages, damped by half.
func propagate(alone []engine.HeightLikelihoods, borders []pairFactor) []engine.HeightLikelihoods {
	all := make([]engine.HeightLikelihoods, len(alone))
	for range weighings {
		product(all, alone, borders)
		for i := range borders {
			b := &borders[i]
			var toA, toB engine.HeightLikelihoods
			for x := range toA {
				var fromA, fromB engine.HeightLikelihoods
				for y := range fromA {
					fromB[y] = all[b.b][y] - b.toB[y] + b.favors[x][y]
					fromA[y] = all[b.a][y] - b.toA[y] + b.favors[y][x]
				}
				toA[x], toB[x] = logSum(&fromB), logSum(&fromA)
			}
			b.toA, b.toB = damped(&b.toA, &toA), damped(&b.toB, &toB)
		}
	}
	product(all, alone, borders)
	for i := range all {
		sum := logSum(&all[i])
		for l := range all[i] {
			all[i][l] -= sum
		}
	}
	return all
}

// product adds to what is known of the stacks alone what the borders say of them.
func product(all, alone []engine.HeightLikelihoods, borders []pairFactor) {
	copy(all, alone)
	for i := range borders {
		b := &borders[i]
		for l := range b.toA {
			all[b.a][l] += b.toA[l]
			all[b.b][l] += b.toB[l]
		}
	}
}

// damped is a message between what was said and what is said now, normed.
func damped(was, now *engine.HeightLikelihoods) (message engine.HeightLikelihoods) {
	sum := logSum(now)
	for l := range message {
		message[l] = (was[l] + now[l] - sum) / 2
	}
	return message
}

// logSum is the logarithm of the sum of what has these logarithms.
func logSum(logs *engine.HeightLikelihoods) float64 {
	top, sum := slices.Max(logs[:]), 0.0
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum)
}
