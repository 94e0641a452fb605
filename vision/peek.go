package vision

import (
	"math"

	"tilewatch/engine"
)

// What must be seen of a face that taller neighbors hide in part.
const (
	peekLeast  = 0.12 // share of it
	peekMost   = 0.93 // with more, it is seen like any other
	peekHalves = 3    // of its half sides
	peekPrior  = -4.0 // logarithm of how often a tile lies there
	peekHue    = 5.0  // what its color may say for or against a tile (logarithm)
)

// peek looks beside the cells for tiles that stacks hide in part, and beside those for tiles that are seen wholly but nothing led to. What
// the judges know is whole faces; of hidden ones the edges that are seen are looked at, and whether the color between them is that of
// tiles or of the table.
func (r *raster) peek(s *structure) {
	plastic, table := s.hues(s.cells, math.Inf(-1))
	if len(plastic) == 0 || len(table) == 0 {
		return
	}
	for range peekRounds {
		rim := s.cells.rim()
		if !s.takePeeked(rim, r.peekAll(s, rim, plastic, table)) {
			return
		}
	}
}

// peekAll is what is seen at places beside the cells; nil where that is known.
func (r *raster) peekAll(s *structure, rim []engine.Place, plastic, table []hue) []*placeEvidence {
	shown := s.shown()
	found := make([]*placeEvidence, len(rim))
	onAllCores(len(rim), func(i int) {
		if found[i] = r.peekAt(s, rim[i], plastic, table); found[i] == nil && s.evidence[rim[i]] == nil {
			found[i] = r.look(fineJudge(), s, rim[i])
			if s.pose.onFace(rim[i], found[i].best, shown) >= 0 {
				found[i].tile = noFace
			}
		}
	})
	return found
}

// takePeeked takes what was found for cells where it is a tile, and says whether any is.
func (s *structure) takePeeked(rim []engine.Place, found []*placeEvidence) (more bool) {
	for i, at := range rim {
		e := found[i]
		if e == nil {
			continue
		}
		if e.tile > 0 {
			s.cells[at] = e.best
			s.score += min(e.tile, surely)
			more = true
		}
		if s.cells[at] > 0 || s.evidence[at] == nil {
			s.evidence[at] = e
		}
	}
	return more
}

// peekRounds are how often what was found leads further.
const peekRounds = 3

// peekAt is what is seen at a place, if it is hidden in part at any level; nil otherwise.
func (r *raster) peekAt(s *structure, at engine.Place, plastic, table []hue) *placeEvidence {
	var e *placeEvidence
	sum := 0.0
	for level := 1; level < engine.MaxHeight; level++ {
		hides := s.coverOf(at, level)
		if seen := hides.visible(1); seen < peekLeast || seen > peekMost {
			continue
		}
		score, v, halves := r.peekLevel(s, at, level, &hides, plastic, table)
		score, ok := s.peeked(at, level, score, halves)
		if !ok {
			continue
		}
		if e == nil {
			e = &placeEvidence{best: level, height: nothing}
		}
		e.view[level-1], e.height[level-1] = v, score
		sum += math.Exp(min(score+heightPrior[level-1], 40))
		if score+heightPrior[level-1] > e.height[e.best-1]+heightPrior[e.best-1] {
			e.best = level
		}
	}
	if e != nil {
		e.tile = math.Log(sum+1e-9) + peekPrior
	}
	return e
}

// peeked is the score of a face at a level of which some is hidden, with what else speaks for it; false if too little is seen.
func (s *structure) peeked(at engine.Place, level int, score float64, halves int) (float64, bool) {
	judged := s.evidence[at]
	switch {
	case halves >= peekHalves:
		return score, true
	case halves < 0:
		return score, false
	case judged != nil && judged.height[level-1] > unlikely && judged.height[level-1]+score > 0:
		// Hardly any edge is seen, but what the judge takes for a whole face is nearly one.
		return score + (judged.height[level-1] - peekPrior), true
	case s.before[at] == level && score > 0:
		return score - peekPrior, true // all around lie others, but a tile was known there, and there is the color of one
	}
	return score, false
}

// peekLevel is the logarithm of how much likelier what is seen is with a face at a level than without, and on how many half sides that
// rests; -1 if nothing is seen.
func (r *raster) peekLevel(s *structure, at engine.Place, level int, hides *cover, plastic, table []hue) (float64, faceView, int) {
	v := r.view(&s.pose, at, float64(level))
	color, ok := r.seenColor(&s.pose, at, level, hides)
	if !v.inside || !ok {
		return 0, v, -1
	}
	v.plastic = color
	b := borderView{color: &color}
	if r.border(&b, &s.pose, at, float64(level), NarrowStep); b.outside {
		return 0, v, -1
	}
	halves, score := 0, 0.0
	for i, found := range narrowLocator().locate(&b.inputs) {
		if hides.half(i) || s.cells[at.Add(sideSteps[i/2])] > 0 { // a neighbor has an edge there, too
			continue
		}
		halves++
		here := math.Log(0.1 + found.here)
		v.here[i/2] += here / 2
		score += here
	}
	h := hueOf(color)
	is, isNot := nearestHue(h, plastic), nearestHue(h, table)
	score += min(max((isNot*isNot-is*is)/(2*holeSpread*holeSpread), -peekHue), peekHue)
	return score, v, halves
}
