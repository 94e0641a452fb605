package hidden

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/occlusion"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// What must be seen of a face that taller neighbors hide in part.
const (
	peekLeast  = 0.12 // share of it
	peekMost   = 0.93 // with more, it is seen like any other
	peekHalves = 3    // of its half sides
	peekPrior  = -4.0 // logarithm of how often a tile lies there
	peekHue    = 5.0  // what its color may say for or against a tile (logarithm)
)

// FindOccluded looks beside the cells for tiles that stacks hide in part, and beside those for tiles that are seen wholly but nothing led to. What
// the judges know is whole faces; of hidden ones the edges that are seen are looked at, and whether the color between them is that of
// tiles or of the table.
func FindOccluded(r *picture.Raster, s *hypothesis.Hypothesis) {
	plastic, table := s.KnownHues(s.Cells, math.Inf(-1))
	if len(plastic) == 0 || len(table) == 0 {
		return
	}
	for range occludedRounds {
		rim := s.Cells.Boundary()
		if !takePeeked(s, rim, peekAll(r, s, rim, plastic, table)) {
			return
		}
	}
}

// peekAll is what is seen at places beside the cells; nil where that is known.
func peekAll(r *picture.Raster, s *hypothesis.Hypothesis, rim []engine.Place, plastic, table []hue.Hue) []*hypothesis.Evidence {
	shown := s.FaceMiddles()
	found := make([]*hypothesis.Evidence, len(rim))
	parallel.Do(len(rim), func(i int) {
		if found[i] = occludedAt(r, s, rim[i], plastic, table); found[i] == nil && s.Evidence[rim[i]] == nil {
			found[i] = hypothesis.Evaluate(r, tileface.FineClassifier(), s, rim[i])
			if tileface.OnFace(&s.Pose, rim[i], found[i].Best, shown) >= 0 {
				found[i].Tile = hypothesis.NoFace
			}
		}
	})
	return found
}

// takePeeked takes what was found for cells where it is a tile, and says whether any is.
func takePeeked(s *hypothesis.Hypothesis, rim []engine.Place, found []*hypothesis.Evidence) (more bool) {
	for i, at := range rim {
		e := found[i]
		if e == nil {
			continue
		}
		if e.Tile > 0 {
			s.Cells[at] = e.Best
			s.Score += min(e.Tile, hypothesis.CellScoreCap)
			more = true
		}
		if s.Cells[at] > 0 || s.Evidence[at] == nil {
			s.Evidence[at] = e
		}
	}
	return more
}

// occludedRounds are how often what was found leads further.
const occludedRounds = 3

// occludedAt is what is seen at a place, if it is hidden in part at any level; nil otherwise.
func occludedAt(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place, plastic, table []hue.Hue) *hypothesis.Evidence {
	var e *hypothesis.Evidence
	sum := 0.0
	for level := 1; level < engine.MaxHeight; level++ {
		hides := s.MaskOf(at, level)
		if seen := hides.Visible(1); seen < peekLeast || seen > peekMost {
			continue
		}
		score, v, halves := occludedLevel(r, s, at, level, &hides, plastic, table)
		score, ok := peeked(s, at, level, score, halves)
		if !ok {
			continue
		}
		if e == nil {
			e = &hypothesis.Evidence{Best: level, Height: hypothesis.NoFaces}
		}
		e.Face[level-1], e.Height[level-1] = v, score
		sum += math.Exp(min(score+camerapose.HeightPrior[level-1], 40))
		if score+camerapose.HeightPrior[level-1] > e.Height[e.Best-1]+camerapose.HeightPrior[e.Best-1] {
			e.Best = level
		}
	}
	if e != nil {
		e.Tile = math.Log(sum+1e-9) + peekPrior
	}
	return e
}

// peeked is the score of a face at a level of which some is hidden, with what else speaks for it; false if too little is seen.
func peeked(s *hypothesis.Hypothesis, at engine.Place, level int, score float64, halves int) (float64, bool) {
	judged := s.Evidence[at]
	switch {
	case halves >= peekHalves:
		return score, true
	case halves < 0:
		return score, false
	case judged != nil && judged.Height[level-1] > hypothesis.UnlikelyFace && judged.Height[level-1]+score > 0:
		// Hardly any edge is seen, but what the judge takes for a whole face is nearly one.
		return score + (judged.Height[level-1] - peekPrior), true
	case s.Previous[at] == level && score > 0:
		return score - peekPrior, true // all around lie others, but a tile was known there, and there is the color of one
	}
	return score, false
}

// occludedLevel is the logarithm of how much likelier what is seen is with a face at a level than without, and on how many half sides that
// rests; -1 if nothing is seen.
func occludedLevel(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place, level int, hides *occlusion.Mask, plastic, table []hue.Hue) (float64, tileface.FaceProfile, int) {
	v := tileface.SampleFace(r, &s.Pose, at, float64(level))
	color, ok := occlusion.VisibleColor(r, &s.Pose, at, level, hides)
	if !v.Inside || !ok {
		return 0, v, -1
	}
	v.Plastic = color
	b := tileface.BorderProfile{Color: &color}
	if tileface.SampleBorder(r, &b, &s.Pose, at, float64(level), tileface.NarrowStep); b.Outside {
		return 0, v, -1
	}
	halves, score := 0, 0.0
	for i, found := range tileface.NarrowEdgeNet().Locate(&b.Inputs) {
		if hides.HalfSideHidden(i) || s.Cells[at.Add(lattice.SideSteps[i/2])] > 0 { // a neighbor has an edge there, too
			continue
		}
		halves++
		here := math.Log(0.1 + found.Here)
		v.Here[i/2] += here / 2
		score += here
	}
	h := hue.HueOf(color)
	is, isNot := hue.NearestHueDistance(h, plastic), hue.NearestHueDistance(h, table)
	score += min(max((isNot*isNot-is*is)/(2*tileface.HueSigma*tileface.HueSigma), -peekHue), peekHue)
	return score, v, halves
}
