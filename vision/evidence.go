package vision

import (
	"math"
	"tilewatch/engine"
)

// placeEvidence is what the judge says of one place.
type placeEvidence struct {
	view   [engine.MaxHeight]faceView
	height [engine.MaxHeight]float64
	tile   float64                   // log-likelihood ratio of a stack of any height against none
	best   int                       // likeliest height
	whole  bool                      // all levels were looked at
	hole   float64                   // what was taken from tile because of a blank face's color
	told   *engine.HeightLikelihoods // what all that is seen tells of its height, borders included; nil: what the face does
}

// look judges a place at every level.
func (r *raster) look(j *judge, s *structure, at engine.Place) *placeEvidence {
	return r.lookAt(j, s, at, 1, engine.MaxHeight)
}

// lookAll looks at several places at a time.
func (r *raster) lookAll(places []engine.Place, look func(engine.Place) *placeEvidence) map[engine.Place]*placeEvidence {
	found := make([]*placeEvidence, len(places))
	onAllCores(len(places), func(i int) { found[i] = look(places[i]) })
	all := make(map[engine.Place]*placeEvidence, len(places))
	for i, at := range places {
		all[at] = found[i]
	}
	return all
}

// What the coarse judge finds so much less likely than another level, or so unlikely at all, need not be looked at closely.
const (
	muchLess = 9.0
	unlikely = -10.0
)

// lookAt judges a place at the levels from low to high; no face is taken to be on the others.
func (r *raster) lookAt(j *judge, s *structure, at engine.Place, low, high int) *placeEvidence {
	e := &placeEvidence{best: min(max(low, 1), engine.MaxHeight), whole: low <= 1 && high >= engine.MaxHeight}
	coarse := coarseJudge()
	most := r.lookCoarsely(e, coarse, &s.pose, at, low, high)
	prior := 2.0 // a rough pose says little of levels
	if j != coarse {
		prior = 0.5
		r.lookClosely(e, j, s, at, most-muchLess)
	}
	sum := 0.0
	for l, score := range e.height {
		if score == noFace || score == outOfPicture {
			continue
		}
		if score+prior*heightPrior[l] > e.height[e.best-1]+prior*heightPrior[e.best-1] {
			e.best = l + 1
		}
		sum += math.Exp(min(score, 40))
	}
	e.tile = math.Log(sum + 1e-9)
	return e
}

// lookCoarsely judges a place at the levels from low to high, and returns how likely the likeliest is, or would be if any were likely.
func (r *raster) lookCoarsely(e *placeEvidence, coarse *judge, p *pose, at engine.Place, low, high int) (most float64) {
	most = unlikely + muchLess
	for l := range engine.MaxHeight {
		e.height[l] = noFace
		if l+1 < low || l+1 > high {
			continue
		}
		if e.view[l] = r.view(p, at, float64(l+1)); e.view[l].inside {
			e.height[l] = coarse.score(e.view[l].features())
			most = max(most, e.height[l])
		} else {
			e.height[l] = outOfPicture
		}
	}
	return most
}

// lookClosely judges those levels of a place again that are not less likely than least.
func (r *raster) lookClosely(e *placeEvidence, j *judge, s *structure, at engine.Place, least float64) {
	o := s.occluders()
	for l := range engine.MaxHeight {
		switch score := e.height[l]; {
		case score == noFace || score == outOfPicture:
		case score < least:
			e.height[l] = min(score, noFace)
		default:
			r.closer(&e.view[l], &s.pose, at, float64(l+1))
			if hidden := o.hiddenSides(at, l+1); hidden != [4]bool{} {
				e.view[l].borrow(hidden)
				e.whole = false // next time others may lie around it
			}
			e.height[l] = j.score(e.view[l].features())
		}
	}
}

// outOfPicture is the logarithmic score of a face that the picture does not wholly show.
const outOfPicture = -20

// again is what is known of a place that was looked at under nearly the same pose; nil if there is nothing.
func (s *structure) again(at engine.Place) *placeEvidence {
	e := s.evidence[at]
	if e == nil || !e.whole {
		return nil
	}
	now, then := s.pose.face(at, float64(e.best)), e.view[e.best-1].quad
	for i := range now {
		if dist(now[i], then[i]) > sameView {
			return nil
		}
	}
	return e
}

// sameView is how far a face may move in the picture and still look the same, pixels.
const sameView = 0.12

// toldBy takes a place for a tile because its letter tells that it is one, of that level if the judge knows none; or for none (0).
func (e *placeEvidence) toldBy(level int) {
	e.whole = false
	if level == 0 {
		e.tile, e.height = noFace, nothing
		return
	}
	if e.height[e.best-1] <= noFace {
		e.best = level
	}
	e.tile = max(e.tile, witnessTold)
	if raise := witnessTold - e.height[e.best-1]; raise > 0 {
		for l, score := range e.height {
			if score > noFace || l+1 == e.best {
				e.height[l] += raise
			}
		}
	}
}

// settle finds the likeliest level again, and says anew how likely any is.
func (e *placeEvidence) settle() {
	sum := 0.0
	e.best = 1
	for l, score := range e.height {
		sum += math.Exp(min(score, 40))
		if score+heightPrior[l] > e.height[e.best-1]+heightPrior[e.best-1] {
			e.best = l + 1
		}
	}
	e.tile = min(e.tile, math.Log(sum+1e-9))
}

// noFace is the logarithmic score of a level at which another stack's face is seen.
const noFace = -12

// nothing is a place of which no face is seen.
var nothing = engine.HeightLikelihoods{noFace, noFace, noFace, noFace, noFace}

// witnessTold is the log-likelihood ratio of a tile at least that its letter tells.
const witnessTold = 2.0
