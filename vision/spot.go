package vision

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// spot is a mark that may be the letter of a tile's face, and the face that suits it best under a plane.
type spot struct {
	mark
	at    engine.Point // on the table, in units of the plane
	turn  float64      // of the face in the plane, radians, within a quarter turn
	score float64      // the judge's
}

// spotField are the spots of a picture under one plane, all of one size: tiles are all alike, and lie on one table.
type spotField struct {
	plane *plane
	sz    sizes
	pitch float64 // in units of the plane
	spots []spot
	marks []mark // all marks of the picture
	score float64
}

const (
	sizeStep   = 1.11 // between the tile sizes tried
	spotBest   = 5.0  // a face is not surer than this
	turnsTried = 2
)

// poseAt is the pose of a lattice with its place 0, 0 at a point of the plane.
func (f *spotField) poseAt(at engine.Point, turn float64) pose {
	s, c := math.Sincos(turn)
	return poseOf(f.plane, at, engine.Point{X: c * f.pitch, Y: s * f.pitch}, f.sz)
}

// likely flattens a score into evidence that is never negative.
func likely(score float64) float64 { return math.Log1p(math.Exp(min(score, spotBest))) }

// sizeLike is the pitch on another plane that looks as large as the field's, in the middle of its spots; 0 if the field
// has none.
func sizeLike(f *spotField, t *plane) float64 {
	if len(f.spots) == 0 {
		return 0
	}
	var middle engine.Point
	for _, s := range f.spots {
		middle.X += s.mark.at.X / float64(len(f.spots))
		middle.Y += s.mark.at.Y / float64(len(f.spots))
	}
	per := func(t *plane) float64 {
		q, _ := t.onTable(middle)
		x, _ := t.onTable(engine.Point{X: middle.X + 1, Y: middle.Y})
		y, _ := t.onTable(engine.Point{X: middle.X, Y: middle.Y + 1})
		return math.Sqrt(dist(q, x) * dist(q, y))
	}
	return f.pitch * per(t) / per(f.plane)
}

// seenMark is a mark as it lies on a plane.
type seenMark struct {
	mark
	at     engine.Point        // on the plane
	extent float64             // in units of the plane; infinite if the plane is not seen there
	angles [turnsTried]float64 // of its tile, likely
}

// seenOn are marks as they lie on a plane.
func (t *plane) seenOn(turns []edgeTurns, marks []mark) []seenMark {
	all := make([]seenMark, len(marks))
	for i, m := range marks {
		q, ok := t.onTable(m.at)
		qx, okx := t.onTable(engine.Point{X: m.at.X + 1, Y: m.at.Y})
		qy, oky := t.onTable(engine.Point{X: m.at.X, Y: m.at.Y + 1})
		s := seenMark{mark: m, at: q, extent: math.Inf(1)}
		if ok && okx && oky {
			s.extent = max(m.w*dist(q, qx), m.h*dist(q, qy))
			s.angles = turns[i].folds(qx.X-q.X, qx.Y-q.Y, qy.X-q.X, qy.Y-q.Y)
		}
		all[i] = s
	}
	return all
}

// findSpots judges the marks at every size that any of them suggests and that is not refused, or at those near a size if one is known, and
// keeps the size that suits most.
func (r *raster) findSpots(t *plane, turns []edgeTurns, marks []mark, sz sizes, near float64, known *fieldPrior) spotField {
	all := t.seenOn(turns, marks)
	low, high := math.Inf(1), 0.0
	for i := range all {
		if extent := all[i].extent; !math.IsInf(extent, 1) {
			low, high = min(low, extent*minPitch), max(high, extent*maxPitch)
		}
	}
	if near > 0 {
		low, high = max(low, near/sizeStep/1.06), min(high, near*sizeStep*1.01)
	}
	var pitches []float64
	for pitch := low * 1.05; pitch < high; pitch *= sizeStep {
		if near > 0 || !known.refuses(pitch) {
			pitches = append(pitches, pitch)
		}
	}
	return r.spotsOfSize(t, all, sz, pitches)
}

// spotsOfSize are the spots under that one of several pitches that suits most.
func (r *raster) spotsOfSize(t *plane, all []seenMark, sz sizes, pitches []float64) spotField {
	found := make([]spot, len(pitches)*len(all))
	onAllCores(len(found), func(i int) {
		s, f := &all[i%len(all)], spotField{plane: t, sz: sz, pitch: pitches[i/len(all)]}
		if f.pitch >= s.extent*minPitch && f.pitch <= s.extent*holePitch {
			found[i] = r.judged(&f, spot{mark: s.mark, at: s.at}, s.angles)
		}
	})
	best := spotField{plane: t, sz: sz}
	for i, pitch := range pitches {
		f := spotField{plane: t, sz: sz, pitch: pitch}
		for _, s := range found[i*len(all):][:len(all)] {
			if s.size > 0 {
				f.score += likely(s.score)
				f.spots = append(f.spots, s)
			}
		}
		if f.score > best.score {
			best = f
		}
	}
	return best
}

// judged is a spot with the turn, of some, that suits it best.
func (r *raster) judged(f *spotField, s spot, angles [turnsTried]float64) spot {
	s.score = math.Inf(-1)
	for _, turn := range angles {
		p := f.poseAt(s.at, turn)
		if v := r.view(&p, engine.Place{}, 1); v.inside {
			if score := spotJudge().score(v.features()) + v.lettered(); score > s.score {
				s.score, s.turn = score, turn
			}
		}
	}
	return s
}

// polishSpots improves the likelier spots' places and turns, and drops the others.
func (r *raster) polishSpots(f *spotField) {
	kept := slices.DeleteFunc(slices.Clone(f.spots), func(s spot) bool { return s.score < -2.5 })
	onAllCores(len(kept), func(i int) { r.polish(f, &kept[i]) })
	kept = slices.DeleteFunc(kept, func(s spot) bool { return s.score < -0.5 })
	slices.SortStableFunc(kept, func(a, b spot) int { return cmp.Compare(b.score, a.score) })
	f.spots = nil
	for _, s := range kept {
		if !slices.ContainsFunc(f.spots, func(k spot) bool { return dist(k.at, s.at) < 0.4*f.pitch }) {
			f.spots = append(f.spots, s)
		}
	}
}

// polish improves a spot's place and turn, and judges it again.
func (r *raster) polish(f *spotField, s *spot) {
	p := f.poseAt(s.at, s.turn)
	r.settle(&p, 1, wideLocator())
	r.settle(&p, 1, wideLocator())
	s.score = math.Inf(-1)
	if v := r.view(&p, engine.Place{}, 1); v.inside {
		s.score = spotJudge().score(v.features())
		s.at, s.turn = f.placeOf(&p)
	}
}

// placeOf is where a pose has the face of its place 0, 0 on the plane, and how it is turned.
func (f *spotField) placeOf(p *pose) (engine.Point, float64) {
	m := p.space(0, 0, 1)
	k := 1 / m.dot(f.plane.down)
	turn := math.Atan2(p.x.dot(f.plane.ahead), p.x.dot(f.plane.right))
	return engine.Point{X: m.dot(f.plane.right) * k, Y: m.dot(f.plane.ahead) * k}, turn
}
