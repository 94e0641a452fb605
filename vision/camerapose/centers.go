package camerapose

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// FitCenters fits a pose to face centers of unknown levels, by alternating between levels and pose. It restarts
// several times: with the given levels and with all on level 1 (where most tiles lie, so that the robust loss
// passes over the others), each under the given plane and under four tilted ones. It keeps the result of least
// cost, and its levels in observations.
func (p *Pose) FitCenters(observations []Correspondence) {
	if len(observations) < 2 {
		return
	}
	tilts := []Vec3{{}}
	if len(observations) >= tiltMinFaces {
		tilts = append(tilts, p.X.Scale(tiltStart), p.X.Scale(-tiltStart), p.Y.Scale(tiltStart), p.Y.Scale(-tiltStart))
	}
	var middle Vec3
	for _, s := range observations {
		middle = middle.Add(p.Camera(s.Col, s.Row, s.Level).Scale(1 / float64(len(observations))))
	}
	best, bestCost := *p, math.Inf(1)
	given, levels := slices.Clone(observations), observations
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
	copy(observations, levels)
}

// Hand-set; fewer faces cannot separate a tilted plane from raised levels.
const (
	tiltMinFaces = 5    // faces, for a restart with tilted planes
	tiltStart    = 0.08 // radians
)

// AlternateLevels alternates between pose and levels and returns the final cost. If most stacks have two tiles,
// single ones first seem to lie below the table; then it raises all levels by one.
func (p *Pose) AlternateLevels(observations []Correspondence) float64 {
	p.Fit(observations, PointsHold, firstRounds)
	cost := 0.0
	for range alternations {
		cost = 0
		lowest := 1.0
		for i := range observations {
			cost += p.bestLevel(&observations[i])
			lowest = min(lowest, observations[i].Level)
		}
		if lowest < 1 {
			p.T = p.T.Add(p.Z.Scale(p.Thickness))
			for i := range observations {
				observations[i].Level = min(observations[i].Level+1, engine.MaxHeight)
			}
		}
		p.Fit(observations, PointsHold, nextRounds)
	}
	return cost
}

// Steps of AlternateLevels, hand-set.
const (
	firstRounds  = 8 // of the first fit
	nextRounds   = 5 // of each later fit
	alternations = 3
)

// PointsHold is the weight of the table's direction in fits to centers, 1/radian; hand-set.
const PointsHold = 14

// belowTablePrior is the log prior of a stack one level below the first; hand-set.
const belowTablePrior = -3.0

// bestLevel gives an observation its most likely level and returns the cost.
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
		if cost := (la+lb)/2 - priorWeight*prior; cost < bestCost {
			best, bestCost = s.Level, cost
		}
	}
	s.Level = best
	return bestCost
}

// HeightPrior are the log priors of stack heights 1 to 5 on a table; hand-set, they sum to about 1.
var HeightPrior = engine.HeightLikelihoods{-0.35, -1.6, -2.5, -3.5, -4.5}

// priorWeight scales the height prior against a center's residuals; hand-set.
const priorWeight = 1.5

// TableHold is the weight of the table's direction in fits to edges, 1/radian; hand-set.
const TableHold = 12
