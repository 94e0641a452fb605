package vision

import (
	"math"
	"slices"
	"tilewatch/engine"
)

// fitPoints fits a pose to the middles of faces whose levels are not sure. It begins several times: with the levels given, and with
// all on the first level, as most are, when the robust fit passes over the others; each with the table as it is thought to lie, and
// tilted a little. From there each face takes the level that suits it best, the lower ones preferred, and the pose is fitted
// again. The best end counts; its levels stay in the sights.
func (p *pose) fitPoints(sights []sight) {
	if len(sights) < 2 {
		return
	}
	tilts := []vec3{{}}
	if len(sights) >= tiltedPoints {
		tilts = append(tilts, p.x.scale(pointsTilt), p.x.scale(-pointsTilt), p.y.scale(pointsTilt), p.y.scale(-pointsTilt))
	}
	var middle vec3
	for _, s := range sights {
		middle = middle.add(p.space(s.col, s.row, s.level).scale(1 / float64(len(sights))))
	}
	best, bestCost := *p, math.Inf(1)
	given, levels := slices.Clone(sights), sights
	for _, turn := range tilts {
		for _, flat := range []bool{false, true} {
			try := slices.Clone(given)
			for i := range try {
				if flat {
					try[i].level = 1
				}
			}
			q := p.moved(motion{turn[0], turn[1], turn[2]}, middle)
			if cost := q.settleLevels(try); cost < bestCost {
				best, bestCost, levels = q, cost, try
			}
		}
	}
	*p = best
	copy(sights, levels)
}

// With so many faces, a table tilted by this (radians) is tried as well.
const (
	tiltedPoints = 5
	pointsTilt   = 0.08
)

// settleLevels alternates between pose and levels, and returns the cost of where that ends. If most stacks are of two tiles, the
// others first seem to lie a level below the table.
func (p *pose) settleLevels(sights []sight) float64 {
	p.fit(sights, pointsHold, 8)
	cost := 0.0
	for range 3 {
		cost = 0
		lowest := 1.0
		for i := range sights {
			cost += p.suitLevel(&sights[i])
			lowest = min(lowest, sights[i].level)
		}
		if lowest < 1 {
			p.t = p.t.add(p.z.scale(p.thickness))
			for i := range sights {
				sights[i].level = min(sights[i].level+1, engine.MaxHeight)
			}
		}
		p.fit(sights, pointsHold, 5)
	}
	return cost
}

// pointsHold is how well the table's direction is known before the edges are heard, in 1/radian.
const pointsHold = 14

// belowPrior is the logarithm of how often the first level is mistaken, for each stack that shows it.
const belowPrior = -3.0

// suitLevel gives a sight the level under which it is likeliest, and returns what that costs.
func (p *pose) suitLevel(s *sight) float64 {
	best, bestCost := s.level, math.Inf(1)
	for l := range engine.MaxHeight + 1 {
		prior := belowPrior
		if l > 0 {
			prior = heightPrior[l-1]
		}
		s.level = float64(l)
		a, b, _ := p.residuals(s)
		la, _ := robust(a)
		lb, _ := robust(b)
		if cost := (la+lb)/2 - 1.5*prior; cost < bestCost {
			best, bestCost = s.level, cost
		}
	}
	s.level = best
	return bestCost
}

// heightPrior are the logarithms of how often stacks of each height lie on a table.
var heightPrior = engine.HeightLikelihoods{-0.35, -1.6, -2.5, -3.5, -4.5}

// tableHold is how well the table's direction is known from the edges of all tiles, in 1/radian.
const tableHold = 12
