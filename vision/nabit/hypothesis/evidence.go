package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Evidence is what the picture says of one place.
type Evidence struct {
	Face         [engine.MaxHeight]tileface.FaceProfile // what the picture shows where a face of each level would be
	Height       [engine.MaxHeight]float64              // the classifier's log-likelihood ratio of a face at each level
	Tile         float64                                // log-likelihood ratio of a stack of any height against none
	Best         int                                    // likeliest level
	Part         bool                                   // stacks hide a part of the face
	Complete     bool                                   // all levels are evaluated, and no neighbor hid a side: the cache may keep it
	BlankPenalty float64                                // subtracted from Tile for the color of a face without a letter
	Corrections  []Correction                           // what the ratio of a tile owes to more than the place's own face
	Heights      *engine.HeightLikelihoods              // joint log-likelihoods of its level, borders included (package heights); nil: those of Height
}

// Evaluate evaluates a place at every level.
func Evaluate(r *picture.Raster, j *tileface.Classifier, s *Hypothesis, at engine.Place) *Evidence {
	return evaluateLevels(r, j, s, at, 1, engine.MaxHeight)
}

// EvaluateAll evaluates several places in parallel.
func EvaluateAll(r *picture.Raster, places []engine.Place, evaluate func(engine.Place) *Evidence) map[engine.Place]*Evidence {
	found := make([]*Evidence, len(places))
	parallel.Do(len(places), func(i int) { found[i] = evaluate(places[i]) })
	all := make(map[engine.Place]*Evidence, len(places))
	for i, at := range places {
		all[at] = found[i]
	}
	return all
}

// The fine classifier skips a level whose coarse score lies clearlyLess below the best level's, or below UnlikelyFace.
const (
	clearlyLess  = 9.0
	UnlikelyFace = -10.0
)

// How much the level prior weighs when the likeliest level is chosen: under a rough pose the scores say little of levels.
const (
	roughPrior = 2.0
	finePrior  = 0.5
)

// evaluateLevels evaluates a place at the levels from low to high, with the coarse classifier and then with the given one; the other levels
// have no face.
func evaluateLevels(r *picture.Raster, classifier *tileface.Classifier, s *Hypothesis, at engine.Place, low, high int) *Evidence {
	e := &Evidence{Best: min(max(low, 1), engine.MaxHeight), Complete: low <= 1 && high >= engine.MaxHeight}
	coarse := tileface.CoarseClassifier()
	most := evaluateCoarsely(r, e, coarse, &s.Pose, at, low, high)
	prior := roughPrior
	if classifier != coarse {
		prior = finePrior
		evaluateClosely(r, e, classifier, s, at, most-clearlyLess)
	} else {
		e.addMap(s)
	}
	sum := 0.0
	for l, score := range e.Height {
		if score == NoFace || score == outOfPicture {
			continue
		}
		if score+prior*camerapose.HeightPrior[l] > e.Height[e.Best-1]+prior*camerapose.HeightPrior[e.Best-1] {
			e.Best = l + 1
		}
		sum += math.Exp(min(score, expMax))
	}
	e.Tile = math.Log(sum + sumMin)
	return e
}

// addMap adds what the map says of each face.
func (e *Evidence) addMap(s *Hypothesis) {
	for l, score := range e.Height {
		if score > NoFace && e.Face[l].Inside {
			e.Height[l] += s.OnMap(e.Face[l].Quad)
		}
	}
}

// OnMap is the log-likelihood ratio of a face of this structure by the map.
func (s *Hypothesis) OnMap(face engine.Quad) float64 {
	if s.Map == nil {
		return 0
	}
	return s.Map.Face(face) + tilemap.Apart(s.Map.Board(face)-s.OnBoard)
}

// CompareWith notes how much these tiles, the structure's, look like the board, by most of them: what looks much less so belongs to a rack.
func (s *Hypothesis) CompareWith(tiles lattice.Levels) {
	if s.Map == nil || len(tiles) == 0 {
		return
	}
	var all []float64
	for at, level := range tiles {
		all = append(all, s.Map.Board(s.Pose.Face(at, float64(level))))
	}
	s.OnBoard = tilemap.OfMost(all)
}

// Bounds that keep exponentials and logarithms finite; no score depends on them.
const (
	expMax = 40
	sumMin = 1e-9
)

// evaluateCoarsely evaluates a place at the levels from low to high with the coarse classifier. It returns the best score, but no less than
// one at which only levels below UnlikelyFace are skipped.
func evaluateCoarsely(r *picture.Raster, e *Evidence, coarse *tileface.Classifier, p *camerapose.Pose, at engine.Place, low, high int) (most float64) {
	most = UnlikelyFace + clearlyLess
	for l := range engine.MaxHeight {
		e.Height[l] = NoFace
		if l+1 < low || l+1 > high {
			continue
		}
		if e.Face[l] = tileface.SampleFace(r, p, at, float64(l+1)); e.Face[l].Inside {
			e.Height[l] = coarse.Score(e.Face[l].Features())
			most = max(most, e.Height[l])
		} else {
			e.Height[l] = outOfPicture
		}
	}
	return most
}

// evaluateClosely evaluates those levels of a place again whose coarse score is not below least and not hopeless on the map, with the edges sampled
// closely, and adds the map. Sides that taller stacks hide take the mean of the visible ones.
func evaluateClosely(r *picture.Raster, e *Evidence, fine *tileface.Classifier, s *Hypothesis, at engine.Place, least float64) {
	o := s.Occluders()
	for l := range engine.MaxHeight {
		score := e.Height[l]
		if score == NoFace || score == outOfPicture {
			continue
		}
		onMap := s.OnMap(e.Face[l].Quad)
		if score < least || score+onMap < TileFaint-fineMore {
			e.Height[l] = min(score, NoFace)
			continue
		}
		tileface.ResampleClosely(r, &e.Face[l], &s.Pose, at, float64(l+1))
		if hidden := o.HiddenSides(at, l+1); hidden != [4]bool{} {
			e.Face[l].BorrowSides(hidden)
			e.Complete = false // next time other stacks may hide other sides
		}
		if e.Height[l] = fine.Score(e.Face[l].Features()); e.Height[l] > NoFace {
			e.Height[l] += onMap
		}
	}
}

// fineMore is by how much the fine score of a face exceeds the coarse one at most: of 65,000 faces of 72 stills that then have no chance, five would have
// been faint.
const fineMore = 8.0

// outOfPicture is the score of a face that lies outside the picture, wholly or in part.
const outOfPicture = -20

// cached is the complete evidence of a place under nearly the same pose; nil if there is none.
func (s *Hypothesis) cached(at engine.Place) *Evidence {
	e := s.Evidence[at]
	if e == nil || !e.Complete {
		return nil
	}
	now, then := s.Pose.Face(at, float64(e.Best)), e.Face[e.Best-1].Quad
	for i := range now {
		if picture.Dist(now[i], then[i]) > sameView {
			return nil
		}
	}
	return e
}

// sameView is how far a face's corners may move in the picture before its evidence is stale, pixels.
const sameView = 0.12

// Renormalize recomputes the likeliest level and Tile from the faces that other stacks left it; Tile never rises.
func (e *Evidence) Renormalize() {
	sum := 0.0
	e.Best = 1
	for l, score := range e.Height {
		sum += math.Exp(min(score, expMax))
		if score+camerapose.HeightPrior[l] > e.Height[e.Best-1]+camerapose.HeightPrior[e.Best-1] {
			e.Best = l + 1
		}
	}
	e.correct(ByClaim, min(e.Tile, math.Log(sum+sumMin)))
}

// NoFace is the score of a level without a face, as where another stack's face is seen.
const NoFace = -12

// NoFaces are the scores of a place without any face.
var NoFaces = engine.HeightLikelihoods{NoFace, NoFace, NoFace, NoFace, NoFace}
