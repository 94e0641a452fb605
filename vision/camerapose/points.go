package camerapose

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// FitCenters fits a pose to the middles of faces whose levels are not sure. It begins several times: with the levels given, and with
// all on the first level, as most are, when the robust fit passes over the others; each with the table as it is thought to lie, and
// tilted a little. From there each face takes the level that suits it best, the lower ones preferred, and the pose is fitted
// again. The best end counts; its levels stay in the sights.
func (p *Pose) FitCenters(sights []Correspondence) {
	if len(sights) < 2 {
		return
	}
	tilts := []Vec3{{}}
	if len(sights) >= tiltMinFaces {
		tilts = append(tilts, p.X.Scale(tiltStart), p.X.Scale(-tiltStart), p.Y.Scale(tiltStart), p.Y.Scale(-tiltStart))
	}
	var middle Vec3
	for _, s := range sights {
		middle = middle.Add(p.Camera(s.Col, s.Row, s.Level).Scale(1 / float64(len(sights))))
	}
	best, bestCost := *p, math.Inf(1)
	given, levels := slices.Clone(sights), sights
	for _, turn := range tilts {
		for _, flat := range []bool{false, true} {
			try := slices.Clone(given)
			for i := range try {
				if flat {
					try[i].Level = 1
				}
			}
			q := p.Moved(Delta{turn[0], turn[1], turn[2]}, middle)
			if cost := q.AlternateLevels(try); cost < bestCost {
				best, bestCost, levels = q, cost, try
			}
		}
	}
	*p = best
	copy(sights, levels)
}

// With so many faces, a table tilted by this (radians) is tried as well.
const (
	tiltMinFaces = 5
	tiltStart    = 0.08
)

// AlternateLevels alternates between pose and levels, and returns the cost of where that ends. If most stacks are of two tiles, the
// others first seem to lie a level below the table.
func (p *Pose) AlternateLevels(sights []Correspondence) float64 {
	p.Fit(sights, PointsHold, 8)
	cost := 0.0
	for range 3 {
		cost = 0
		lowest := 1.0
		for i := range sights {
			cost += p.bestLevel(&sights[i])
			lowest = min(lowest, sights[i].Level)
		}
		if lowest < 1 {
			p.T = p.T.Add(p.Z.Scale(p.Thickness))
			for i := range sights {
				sights[i].Level = min(sights[i].Level+1, engine.MaxHeight)
			}
		}
		p.Fit(sights, PointsHold, 5)
	}
	return cost
}

// PointsHold is how well the table's direction is known before the edges are heard, in 1/radian.
const PointsHold = 14

// belowPrior is the logarithm of how often the first level is mistaken, for each stack that shows it.
const belowTablePrior = -3.0

// bestLevel gives a sight the level under which it is likeliest, and returns what that costs.
func (p *Pose) bestLevel(s *Correspondence) float64 {
	best, bestCost := s.Level, math.Inf(1)
	for l := range engine.MaxHeight + 1 {
		prior := belowTablePrior
		if l > 0 {
			prior = HeightPrior[l-1]
		}
		s.Level = float64(l)
		a, b, _ := p.Residuals(s)
		la, _ := GemanMcClure(a)
		lb, _ := GemanMcClure(b)
		if cost := (la+lb)/2 - 1.5*prior; cost < bestCost {
			best, bestCost = s.Level, cost
		}
	}
	s.Level = best
	return bestCost
}

// HeightPrior are the logarithms of how often stacks of each height lie on a table.
var HeightPrior = engine.HeightLikelihoods{-0.35, -1.6, -2.5, -3.5, -4.5}

// TableHold is how well the table's direction is known from the edges of all tiles, in 1/radian.
const TableHold = 12
