package hypothesis

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Evidence is what the judge says of one place.
type Evidence struct {
	Face         [engine.MaxHeight]tileface.FaceProfile
	Height       [engine.MaxHeight]float64
	Tile         float64                   // log-likelihood ratio of a stack of any height against none
	Best         int                       // likeliest height
	Complete     bool                      // all levels were looked at
	BlankPenalty float64                   // what was taken from tile because of a blank face's color
	Heights      *engine.HeightLikelihoods // what all that is seen tells of its height, borders included; nil: what the face does
}

// Evaluate judges a place at every level.
func Evaluate(r *picture.Raster, j *tileface.Classifier, s *Hypothesis, at engine.Place) *Evidence {
	return evaluateLevels(r, j, s, at, 1, engine.MaxHeight)
}

// EvaluateAll looks at several places at a time.
func EvaluateAll(r *picture.Raster, places []engine.Place, look func(engine.Place) *Evidence) map[engine.Place]*Evidence {
	found := make([]*Evidence, len(places))
	parallel.Do(len(places), func(i int) { found[i] = look(places[i]) })
	all := make(map[engine.Place]*Evidence, len(places))
	for i, at := range places {
		all[at] = found[i]
	}
	return all
}

// What the coarse judge finds so much less likely than another level, or so unlikely at all, need not be looked at closely.
const (
	clearlyLess  = 9.0
	UnlikelyFace = -10.0
)

// evaluateLevels judges a place at the levels from low to high; no face is taken to be on the others.
func evaluateLevels(r *picture.Raster, j *tileface.Classifier, s *Hypothesis, at engine.Place, low, high int) *Evidence {
	e := &Evidence{Best: min(max(low, 1), engine.MaxHeight), Complete: low <= 1 && high >= engine.MaxHeight}
	coarse := tileface.CoarseClassifier()
	most := lookCoarsely(r, e, coarse, &s.Pose, at, low, high)
	prior := 2.0 // a rough pose says little of levels
	if j != coarse {
		prior = 0.5
		lookClosely(r, e, j, s, at, most-clearlyLess)
	}
	sum := 0.0
	for l, score := range e.Height {
		if score == NoFace || score == outOfPicture {
			continue
		}
		if score+prior*camerapose.HeightPrior[l] > e.Height[e.Best-1]+prior*camerapose.HeightPrior[e.Best-1] {
			e.Best = l + 1
		}
		sum += math.Exp(min(score, 40))
	}
	e.Tile = math.Log(sum + 1e-9)
	return e
}

// lookCoarsely judges a place at the levels from low to high, and returns how likely the likeliest is, or would be if any were likely.
func lookCoarsely(r *picture.Raster, e *Evidence, coarse *tileface.Classifier, p *camerapose.Pose, at engine.Place, low, high int) (most float64) {
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

// lookClosely judges those levels of a place again that are not less likely than least.
func lookClosely(r *picture.Raster, e *Evidence, j *tileface.Classifier, s *Hypothesis, at engine.Place, least float64) {
	o := s.Occluders()
	for l := range engine.MaxHeight {
		switch score := e.Height[l]; {
		case score == NoFace || score == outOfPicture:
		case score < least:
			e.Height[l] = min(score, NoFace)
		default:
			tileface.ResampleClosely(r, &e.Face[l], &s.Pose, at, float64(l+1))
			if hidden := o.HiddenSides(at, l+1); hidden != [4]bool{} {
				e.Face[l].BorrowSides(hidden)
				e.Complete = false // next time others may lie around it
			}
			e.Height[l] = j.Score(e.Face[l].Features())
		}
	}
}

// outOfPicture is the logarithmic score of a face that the picture does not wholly show.
const outOfPicture = -20

// cached is what is known of a place that was looked at under nearly the same pose; nil if there is nothing.
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

// sameView is how far a face may move in the picture and still look the same, pixels.
const sameView = 0.12

// ApplyLetter takes a place for a tile because its letter tells that it is one, of that level if the judge knows none; or for none (0).
func (e *Evidence) ApplyLetter(level int) {
	e.Complete = false
	if level == 0 {
		e.Tile, e.Height = NoFace, NoFaces
		return
	}
	if e.Height[e.Best-1] <= NoFace {
		e.Best = level
	}
	e.Tile = max(e.Tile, witnessTold)
	if raise := witnessTold - e.Height[e.Best-1]; raise > 0 {
		for l, score := range e.Height {
			if score > NoFace || l+1 == e.Best {
				e.Height[l] += raise
			}
		}
	}
}

// Renormalize finds the likeliest level again, and says anew how likely any is.
func (e *Evidence) Renormalize() {
	sum := 0.0
	e.Best = 1
	for l, score := range e.Height {
		sum += math.Exp(min(score, 40))
		if score+camerapose.HeightPrior[l] > e.Height[e.Best-1]+camerapose.HeightPrior[e.Best-1] {
			e.Best = l + 1
		}
	}
	e.Tile = min(e.Tile, math.Log(sum+1e-9))
}

// NoFace is the logarithmic score of a level at which another stack's face is seen.
const NoFace = -12

// NoFaces is a place of which no face is seen.
var NoFaces = engine.HeightLikelihoods{NoFace, NoFace, NoFace, NoFace, NoFace}

// witnessTold is the log-likelihood ratio of a tile at least that its letter tells.
const witnessTold = 2.0
