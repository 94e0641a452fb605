package candidate

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Candidate is a mark that may be the letter of a tile's face, and the face that suits it best under a plane.
type Candidate struct {
	marks.Mark
	At    engine.Point // on the table, in units of the plane
	Turn  float64      // of the face in the plane, radians, within a quarter turn
	Score float64      // the judge's
}

// Field are the spots of a picture under one plane, all of one size: tiles are all alike, and lie on one table.
type Field struct {
	Plane      *camerapose.Plane
	Sizes      camerapose.Sizes
	Pitch      float64 // in units of the plane
	Candidates []Candidate
	Marks      []marks.Mark // all marks of the picture
	score      float64
}

const (
	sizeStep = 1.11 // between the tile sizes tried
)

const (
	spotBest = 5.0 // a face is not surer than this
)

// PoseAt is the pose of a lattice with its place 0, 0 at a point of the plane.
func (f *Field) PoseAt(at engine.Point, turn float64) camerapose.Pose {
	s, c := math.Sincos(turn)
	return camerapose.PoseOf(f.Plane, at, engine.Point{X: c * f.Pitch, Y: s * f.Pitch}, f.Sizes)
}

// Softplus flattens a score into evidence that is never negative.
func Softplus(score float64) float64 { return math.Log1p(math.Exp(min(score, spotBest))) }

// sizeLike is the pitch on another plane that looks as large as the field's, in the middle of its spots; 0 if the field
// has none.
func sizeLike(f *Field, t *camerapose.Plane) float64 {
	if len(f.Candidates) == 0 {
		return 0
	}
	var middle engine.Point
	for _, s := range f.Candidates {
		middle.X += s.Mark.At.X / float64(len(f.Candidates))
		middle.Y += s.Mark.At.Y / float64(len(f.Candidates))
	}
	per := func(t *camerapose.Plane) float64 {
		q, _ := t.OnTable(middle)
		x, _ := t.OnTable(engine.Point{X: middle.X + 1, Y: middle.Y})
		y, _ := t.OnTable(engine.Point{X: middle.X, Y: middle.Y + 1})
		return math.Sqrt(picture.Dist(q, x) * picture.Dist(q, y))
	}
	return f.Pitch * per(t) / per(f.Plane)
}

// projectedMark is a mark as it lies on a plane.
type projectedMark struct {
	marks.Mark
	at     engine.Point                   // on the plane
	extent float64                        // in units of the plane; infinite if the plane is not seen there
	angles [tableplane.TurnsTried]float64 // of its tile, likely
}

// project are marks as they lie on a plane.
func project(t *camerapose.Plane, turns []tableplane.Orientations, marks []marks.Mark) []projectedMark {
	all := make([]projectedMark, len(marks))
	for i, m := range marks {
		q, ok := t.OnTable(m.At)
		qx, okx := t.OnTable(engine.Point{X: m.At.X + 1, Y: m.At.Y})
		qy, oky := t.OnTable(engine.Point{X: m.At.X, Y: m.At.Y + 1})
		s := projectedMark{Mark: m, at: q, extent: math.Inf(1)}
		if ok && okx && oky {
			s.extent = max(m.W*picture.Dist(q, qx), m.H*picture.Dist(q, qy))
			s.angles = turns[i].FoldedPeaks(qx.X-q.X, qx.Y-q.Y, qy.X-q.X, qy.Y-q.Y)
		}
		all[i] = s
	}
	return all
}

// findCandidates judges the marks at every size that any of them suggests and that is not refused, or at those near a size if one is known, and
// keeps the size that suits most.
func findCandidates(r *picture.Raster, t *camerapose.Plane, turns []tableplane.Orientations, marks0 []marks.Mark, sz camerapose.Sizes, near float64, known *FieldPrior) Field {
	all := project(t, turns, marks0)
	low, high := math.Inf(1), 0.0
	for i := range all {
		if extent := all[i].extent; !math.IsInf(extent, 1) {
			low, high = min(low, extent*marks.MinPitch), max(high, extent*marks.MaxPitch)
		}
	}
	if near > 0 {
		low, high = max(low, near/sizeStep/1.06), min(high, near*sizeStep*1.01)
	}
	var pitches []float64
	for pitch := low * 1.05; pitch < high; pitch *= sizeStep {
		if near > 0 || !known.Refuses(pitch) {
			pitches = append(pitches, pitch)
		}
	}
	return candidatesOfSize(r, t, all, sz, pitches)
}

// candidatesOfSize are the spots under that one of several pitches that suits most.
func candidatesOfSize(r *picture.Raster, t *camerapose.Plane, all []projectedMark, sz camerapose.Sizes, pitches []float64) Field {
	found := make([]Candidate, len(pitches)*len(all))
	parallel.Do(len(found), func(i int) {
		s, f := &all[i%len(all)], Field{Plane: t, Sizes: sz, Pitch: pitches[i/len(all)]}
		if f.Pitch >= s.extent*marks.MinPitch && f.Pitch <= s.extent*marks.HolePitch {
			found[i] = bestOrientation(r, &f, Candidate{Mark: s.Mark, At: s.at}, s.angles)
		}
	})
	best := Field{Plane: t, Sizes: sz}
	for i, pitch := range pitches {
		f := Field{Plane: t, Sizes: sz, Pitch: pitch}
		for _, s := range found[i*len(all):][:len(all)] {
			if s.Size > 0 {
				f.score += Softplus(s.Score)
				f.Candidates = append(f.Candidates, s)
			}
		}
		if f.score > best.score {
			best = f
		}
	}
	return best
}

// bestOrientation is a spot with the turn, of some, that suits it best.
func bestOrientation(r *picture.Raster, f *Field, s Candidate, angles [tableplane.TurnsTried]float64) Candidate {
	s.Score = math.Inf(-1)
	for _, turn := range angles {
		p := f.PoseAt(s.At, turn)
		if v := tileface.SampleFace(r, &p, engine.Place{}, 1); v.Inside {
			if score := tileface.CandidateClassifier().Score(v.Features()) + v.BlankPenalty(); score > s.Score {
				s.Score, s.Turn = score, turn
			}
		}
	}
	return s
}

// refineCandidates improves the likelier spots' places and turns, and drops the others.
func refineCandidates(r *picture.Raster, f *Field) {
	kept := slices.DeleteFunc(slices.Clone(f.Candidates), func(s Candidate) bool { return s.Score < -2.5 })
	parallel.Do(len(kept), func(i int) { refineCandidate(r, f, &kept[i]) })
	kept = slices.DeleteFunc(kept, func(s Candidate) bool { return s.Score < -0.5 })
	slices.SortStableFunc(kept, func(a, b Candidate) int { return cmp.Compare(b.Score, a.Score) })
	f.Candidates = nil
	for _, s := range kept {
		if !slices.ContainsFunc(f.Candidates, func(k Candidate) bool { return picture.Dist(k.At, s.At) < 0.4*f.Pitch }) {
			f.Candidates = append(f.Candidates, s)
		}
	}
}

// refineCandidate improves a spot's place and turn, and judges it again.
func refineCandidate(r *picture.Raster, f *Field, s *Candidate) {
	p := f.PoseAt(s.At, s.Turn)
	tileface.AlignFace(r, &p, 1, tileface.WideEdgeNet())
	tileface.AlignFace(r, &p, 1, tileface.WideEdgeNet())
	s.Score = math.Inf(-1)
	if v := tileface.SampleFace(r, &p, engine.Place{}, 1); v.Inside {
		s.Score = tileface.CandidateClassifier().Score(v.Features())
		s.At, s.Turn = f.PlaceOn(&p)
	}
}

// PlaceOn is where a pose has the face of its place 0, 0 on the plane, and how it is turned.
func (f *Field) PlaceOn(p *camerapose.Pose) (engine.Point, float64) {
	m := p.Camera(0, 0, 1)
	k := 1 / m.Dot(f.Plane.Down)
	turn := math.Atan2(p.X.Dot(f.Plane.Ahead), p.X.Dot(f.Plane.Right))
	return engine.Point{X: m.Dot(f.Plane.Right) * k, Y: m.Dot(f.Plane.Ahead) * k}, turn
}
