package vision

import (
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

// What is seen across a border tells that one stack is higher than the one beside it: so one of them is higher than it seems alone, or
// the other lower. All heights of a structure are weighed together, by belief propagation along its borders.

const (
	stepTrust  = 0.5   // share of what a judge says of a step that the judges of faces have not said before
	stepMost   = 3.0   // one border tells no more (logarithm)
	stepUneven = 0.25  // what is added to two heights that differ (logarithm): judges of faces see too few steps
	facePrior  = 0.5   // how much of what is usual counts among faces, some of which the judges know
	faceLeast  = -12.0 // one face tells no more (logarithm)
	faceDoubt  = -6.0  // ... less than this of its own height, and it did not tell it
	weighings  = 12    // how often all borders are heard; crosswords settle sooner
	reweighed  = 2     // how often the pose is fitted anew
)

// border is what lies between two stacks.
type border struct {
	a, b     int                                        // which stacks
	favors   [engine.MaxHeight]engine.HeightLikelihoods // what is seen there, by a's height and b's (logarithm)
	toA, toB engine.HeightLikelihoods                   // what all that lies beyond says of their heights
}

// weighed is the structure in which each stack's height is told with what is seen between it and those beside it. With other heights goes
// another pose, under which all are looked at and weighed once more.
func (r *raster) weighed(s *structure) *structure {
	if s.z[2] > math.Cos(steepTilt) {
		s = r.stepped(s)
	}
	return r.settledSteps(s)
}

// settledSteps is that without looking for a pose far off the present one.
func (r *raster) settledSteps(s *structure) *structure {
	for range reweighed {
		c := r.weighedOnce(s)
		if maps.Equal(c.cells, s.cells) {
			return c
		}
		r.refitted(c)
		s = c
	}
	return r.weighedOnce(s)
}

// refitted fits the pose to the heights told, and looks at all places under it.
func (r *raster) refitted(s *structure) {
	r.fitBorders(s, narrowLocator(), tableHold)
	s.lines = nil // they were looked for under another pose
	for at, e := range r.lookAll(s.cells.places(), func(at engine.Place) *placeEvidence { return r.look(fineJudge(), s, at) }) {
		if level, ok := s.told[at]; ok {
			e.toldBy(level)
		}
		e.tile, e.hole = s.evidence[at].tile, s.evidence[at].hole // a tile it is, by more than its edges
		s.evidence[at] = e
	}
	s.edges = s.edgeLikelihood()
}

// weighedOnce is that under the present pose.
func (r *raster) weighedOnce(s *structure) *structure {
	places := s.cells.places()
	alone := make([]engine.HeightLikelihoods, len(places))
	for i, at := range places {
		alone[i] = s.alone(at)
	}
	c := s.clone()
	c.lines, c.evidence = s.lines, maps.Clone(s.evidence)
	for i, height := range weigh(alone, bordersOf(places, r.steps(s, s.cells))) {
		at := places[i]
		e := *s.evidence[at]
		if best := slices.Index(height[:], slices.Max(height[:])); e.view[best].inside {
			e.best, e.whole = best+1, e.whole && e.best == best+1
		}
		for l := range height {
			height[l] -= s.prior(at, l+1) // which is added by whom it is told
		}
		e.told = &height
		c.evidence[at], c.cells[at] = &e, e.best
	}
	return &c
}

// alone is how likely a stack has each height by its face (logarithm). One that its letter or what lies around it tells, not its face, is as
// high as that has it.
func (s *structure) alone(at engine.Place) engine.HeightLikelihoods {
	height := s.faceHeights(at, s.evidence[at])
	for l := range height {
		height[l] += facePrior * s.prior(at, l+1)
	}
	top := slices.Max(height[:])
	for l := range height {
		height[l] = max(height[l]-top, faceLeast)
	}
	if own := s.cells[at] - 1; height[own] < faceDoubt || s.gaps[at] > 0 || s.told[at] > 0 {
		for l := range height {
			height[l] = faceLeast
		}
		height[own] = 0
	}
	return height
}

// bordersOf are the borders between places, in order, as they were seen. One seen from both sides counts once.
func bordersOf(places []engine.Place, views []stepView) []border {
	var all []border
	known := map[[2]int]int{}
	for i := range views {
		v := &views[i]
		a, _ := slices.BinarySearchFunc(places, v.from, engine.ComparePlaces)
		b, _ := slices.BinarySearchFunc(places, v.to, engine.ComparePlaces)
		ends := [2]int{min(a, b), max(a, b)}
		k, ok := known[ends]
		if !ok {
			k, known[ends] = len(all), len(all)
			all = append(all, border{a: ends[0], b: ends[1]})
		}
		tells, share := stepsJudge().tells(v), 1.0
		if v.high == v.low {
			share = 0.5
		}
		for from := range engine.MaxHeight {
			for to := range engine.MaxHeight {
				favor := limited(share*stepTrust*tells[stepWay(from, to)], -stepMost, stepMost)
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
	return all
}

// weigh is how likely each stack has each height (logarithm), by itself and by all borders: sum-product messages, damped by half.
func weigh(alone []engine.HeightLikelihoods, borders []border) []engine.HeightLikelihoods {
	all := make([]engine.HeightLikelihoods, len(alone))
	for range weighings {
		together(all, alone, borders)
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
			b.toA, b.toB = halfway(&b.toA, &toA), halfway(&b.toB, &toB)
		}
	}
	together(all, alone, borders)
	for i := range all {
		sum := logSum(&all[i])
		for l := range all[i] {
			all[i][l] -= sum
		}
	}
	return all
}

// together adds to what is known of the stacks alone what the borders say of them.
func together(all, alone []engine.HeightLikelihoods, borders []border) {
	copy(all, alone)
	for i := range borders {
		b := &borders[i]
		for l := range b.toA {
			all[b.a][l] += b.toA[l]
			all[b.b][l] += b.toB[l]
		}
	}
}

// halfway is a message between what was said and what is said now, normed.
func halfway(was, now *engine.HeightLikelihoods) (message engine.HeightLikelihoods) {
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
