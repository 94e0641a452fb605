package vision

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// What must be seen of a face that taller neighbors hide in part.
const (
	peekLeast  = 0.12 // share of it
	peekMost   = 0.93 // with more, it is seen like any other
	peekPoints = 6    // of the cover's grid
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
		var shown []engine.Point
		for at, level := range s.cells {
			shown = append(shown, s.pose.pixel(float64(at.Col), float64(at.Row), float64(level)))
		}
		found := make([]*placeEvidence, len(rim))
		onAllCores(len(rim), func(i int) {
			if found[i] = r.peekAt(s, rim[i], plastic, table); found[i] == nil && s.evidence[rim[i]] == nil {
				found[i] = r.look(fineJudge(), s, rim[i])
				if s.pose.onFace(rim[i], found[i].best, shown) >= 0 {
					found[i].tile = noFace
				}
			}
		})
		more := false
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
		if !more {
			return
		}
	}
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
		judged := s.evidence[at]
		switch {
		case halves >= peekHalves:
		case halves >= 0 && judged != nil && judged.height[level-1] > unlikely && judged.height[level-1]+score > 0:
			// Hardly any edge is seen, but what the judge takes for a whole face is nearly one.
			score += judged.height[level-1] - peekPrior
		case halves >= 0 && s.before[at] == level && score > 0:
			score -= peekPrior // all around lie others, but a tile was known there, and there is the color of one
		default:
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

// half says whether half side i of the face is hidden, all or in part.
func (hides *cover) half(i int) bool {
	out, dir := sideAxes[i/2][0], sideAxes[i/2][1]
	for _, along := range halfAlong[i%2] {
		x, y := 0.46*out[0]+along*dir[0], 0.46*out[1]+along*dir[1]
		if hides[int((y+0.5)*coverGrid)][int((x+0.5)*coverGrid)] {
			return true
		}
	}
	return false
}

// seenColor is the median color of what is seen of a face; false if that is too little.
func (r *raster) seenColor(p *pose, at engine.Place, level int, hides *cover) (color rgb, ok bool) {
	s := squareOf(p, at, float64(level))
	side := p.side / p.pitch
	var samples [3][]float64
	for i := range coverGrid {
		for j := range coverGrid {
			if hides.near(i, j) {
				continue
			}
			c := r.at(s.pixel(side*((float64(j)+0.5)/coverGrid-0.5), side*((float64(i)+0.5)/coverGrid-0.5)))
			for k := range c {
				samples[k] = append(samples[k], c[k])
			}
		}
	}
	if len(samples[0]) < peekPoints {
		return color, false
	}
	for k := range samples {
		slices.Sort(samples[k])
		color[k] = samples[k][len(samples[k])/2]
	}
	return color, true
}
