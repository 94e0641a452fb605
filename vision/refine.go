package vision

import (
	"math"
	"tilewatch/engine"
)

// fitBorders fits the pose to the edges of the faces, again while it moves. hold is how strongly the table's direction is held, in
// 1/radian.
func (r *raster) fitBorders(s *structure, l *locator, hold float64) {
	for range borderRounds {
		sights := r.borderSights(&s.pose, s.cells, l)
		if len(sights) < leastSights {
			return
		}
		before := s.pose
		s.pose.fit(sights, hold, 6)
		s.pose.fitSide(sights)
		if s.pose.apart(&before, s.cells) < borderStill {
			return
		}
	}
}

// A pose is fitted again at most so often, while its faces move further than this, in pitches.
const (
	borderRounds = 4
	borderStill  = 0.004
)

const leastSights = 6 // with fewer edges than this a pose is not fitted

// approach brings pose and stacks near to their best.
func (r *raster) approach(s *structure) {
	r.fitBorders(s, wideLocator(), tableHold)
	for range levelRounds {
		r.fitBorders(s, wideLocator(), tableHold)
		if changed := r.level(s, engine.MaxHeight); float64(changed) < fewChanged*float64(len(s.cells)) {
			break
		}
	}
}

// level judges the height of every cell anew, as far as it may be off by so many levels, and returns how many it changed.
func (r *raster) level(s *structure, off int) (changed int) {
	places := s.cells.places()
	s.evidence = r.lookAll(places, func(at engine.Place) *placeEvidence {
		return r.lookAt(fineJudge(), s, at, s.cells[at]-off, s.cells[at]+off)
	})
	for _, at := range places {
		if best := s.evidence[at].best; best != s.cells[at] {
			s.cells[at] = best
			changed++
		}
	}
	s.ground()
	return changed
}

// Levels and pose are told from each other: while levels change, the pose is not what it will be.
const (
	levelRounds = 3
	fewChanged  = 0.1
)

// nudge brings the pose of a nearly finished structure to its best.
func (r *raster) nudge(s *structure) {
	r.level(s, 1)
	r.fitBorders(s, wideLocator(), tableHold)
	r.level(s, 1)
	r.fitBorders(s, narrowLocator(), tableHold)
	r.level(s, 1)
	s.edges = s.edgeLikelihood()
}

// ground sets the pose so that the lowest stacks are one tile high: edges alone do not tell a lattice from the same one
// a level higher. It says whether the pose changed.
func (s *structure) ground() bool {
	best, bestScore := 0, math.Inf(-1)
	for shift := range engine.MaxHeight {
		lower := s.pose
		lower.t = s.pose.t.add(s.pose.z.scale(-float64(shift) * s.thickness))
		sum := -s.known.misfit(&lower) / 2
		for _, at := range s.cells.places() {
			e := s.evidence[at]
			top := -12.0
			for l := shift; l < engine.MaxHeight; l++ {
				top = max(top, e.height[l]-e.height[e.best-1]+heightPrior[l-shift])
			}
			sum += top
		}
		if sum > bestScore {
			best, bestScore = shift, sum
		}
	}
	if best == 0 {
		return false
	}
	s.pose.t = s.pose.t.add(s.pose.z.scale(-float64(best) * s.thickness))
	for at := range s.cells {
		s.cells[at] = max(1, s.cells[at]-best)
	}
	return true
}
