package candidate

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// Candidate is a mark that may be the letter of a tile's face, with the face that fits it best under a plane.
type Candidate struct {
	Mark
	At    engine.Point // middle of the face, in units of the plane
	Turn  float64      // rotation of the face in the plane, radians, modulo a quarter turn
	Score float64      // the classifier's log-likelihood ratio of a face against none
}

// Field is the set of a picture's candidates under one plane, with one tile size: tiles are all alike, and lie on one table.
type Field struct {
	Plane      *camerapose.Plane
	Sizes      camerapose.Sizes
	Pitch      float64 // in units of the plane
	Candidates []Candidate
	Map        *tilemap.Map // what the network sees in the picture; nil: it was not asked
	Marks      []Mark       // all marks of the picture
	score      float64      // evidence of all candidates, or once refined the log-likelihood of their edges
}

// PoseAt is the pose of a lattice whose place 0, 0 lies at a point of the plane.
func (f *Field) PoseAt(at engine.Point, turn float64) camerapose.Pose {
	s, c := math.Sincos(turn)
	return camerapose.PoseOf(f.Plane, at, engine.Point{X: c * f.Pitch, Y: s * f.Pitch}, f.Sizes)
}

// Softplus turns a score into evidence that is never negative: log(1 + e^score).
func Softplus(score float64) float64 { return math.Log1p(math.Exp(min(score, scoreCap))) }

// scoreCap is the most that a candidate's score counts: no single face is surer.
const scoreCap = 5.0

// sizeLike is the pitch on another plane that looks as large as the field's, in the middle of its candidates; 0 if the field has none.
func sizeLike(f *Field, t *camerapose.Plane) float64 {
	if len(f.Candidates) == 0 {
		return 0
	}
	var middle engine.Point
	for _, c := range f.Candidates {
		middle.X += c.Mark.At.X / float64(len(f.Candidates))
		middle.Y += c.Mark.At.Y / float64(len(f.Candidates))
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
	Mark
	at     engine.Point        // on the plane
	extent float64             // in units of the plane; infinite if the plane is not seen there
	angles [TurnsTried]float64 // likely turns of its tile
}

// project projects marks onto a plane.
func project(t *camerapose.Plane, turns []Orientations, marks []Mark) []projectedMark {
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

// findCandidates classifies the marks under a plane at every tile size that any of them suggests, or only near a pitch if that is not 0. It keeps the size with the most evidence.
func (d *detector) findCandidates(t *camerapose.Plane, near float64) Field {
	all := project(t, d.turns, d.marks)
	low, high := math.Inf(1), 0.0
	for i := range all {
		if extent := all[i].extent; !math.IsInf(extent, 1) {
			low, high = min(low, extent*MinPitch), max(high, extent*MaxPitch)
		}
	}
	if near > 0 {
		low, high = max(low, near/sizeStep/nearBelow), min(high, near*sizeStep*nearAbove)
	}
	var pitches []float64
	for pitch := low * sizeFirst; pitch < high; pitch *= sizeStep {
		pitches = append(pitches, pitch)
	}
	return candidatesOfSize(d.r, &Field{Plane: t, Sizes: d.sizes, Map: d.known.Map}, all, pitches)
}

// The tile sizes tried are a geometric series: the first is sizeFirst above the bound, and sizeStep lies between them. With nearBelow and
// nearAbove the series about a known pitch is one step below it, about the pitch, and one step above.
const (
	sizeStep  = 1.11
	sizeFirst = 1.05
	nearBelow = 1.06
	nearAbove = 1.01
)

// candidatesOfSize finds the candidates of an empty field at each of several pitches and returns those of the pitch with the most evidence.
func candidatesOfSize(r *picture.Raster, empty *Field, all []projectedMark, pitches []float64) Field {
	found := make([]Candidate, len(pitches)*len(all))
	parallel.Do(len(found), func(i int) {
		m, f := &all[i%len(all)], *empty
		f.Pitch = pitches[i/len(all)]
		if f.Pitch >= m.extent*MinPitch && f.Pitch <= m.extent*HolePitch {
			found[i] = bestOrientation(r, &f, Candidate{Mark: m.Mark, At: m.at}, m.angles)
		}
	})
	best := *empty
	for i, pitch := range pitches {
		f := *empty
		f.Pitch = pitch
		for _, c := range found[i*len(all):][:len(all)] {
			if c.Size > 0 {
				f.score += Softplus(c.Score)
				f.Candidates = append(f.Candidates, c)
			}
		}
		if f.score > best.score {
			best = f
		}
	}
	return best
}

// bestOrientation gives a candidate the likeliest of some turns.
func bestOrientation(r *picture.Raster, f *Field, c Candidate, angles [TurnsTried]float64) Candidate {
	c.Score = math.Inf(-1)
	for _, turn := range angles {
		p := f.PoseAt(c.At, turn)
		if v := tileface.SampleFace(r, &p, engine.Place{}, 1); v.Inside {
			if score := tileface.CandidateClassifier().Score(v.Features()) + f.Map.Spot(v.Quad); score > c.Score {
				c.Score, c.Turn = score, turn
			}
		}
	}
	return c
}

// refineCandidates aligns the likelier candidates to their edges and drops the others. Of two at one place the better one stays (non-maximum
// suppression).
func refineCandidates(r *picture.Raster, f *Field) {
	kept := slices.DeleteFunc(slices.Clone(f.Candidates), func(c Candidate) bool { return c.Score < leastRough })
	parallel.Do(len(kept), func(i int) { refineCandidate(r, f, &kept[i]) })
	kept = slices.DeleteFunc(kept, func(c Candidate) bool { return c.Score < leastRefined })
	slices.SortStableFunc(kept, func(a, b Candidate) int { return cmp.Compare(b.Score, a.Score) })
	f.Candidates = nil
	for _, c := range kept {
		if !slices.ContainsFunc(f.Candidates, func(k Candidate) bool { return picture.Dist(k.At, c.At) < sameFace*f.Pitch }) {
			f.Candidates = append(f.Candidates, c)
		}
	}
}

const (
	leastRough   = -2.5 // a candidate with a lower score is not worth aligning
	leastRefined = -0.5 // an aligned candidate with a lower score is no face
	sameFace     = 0.4  // two faces closer than this are one, pitches
)

// refineCandidate aligns a candidate to its edges and classifies it again.
func refineCandidate(r *picture.Raster, f *Field, c *Candidate) {
	p := f.PoseAt(c.At, c.Turn)
	tileface.AlignFace(r, &p, 1, tileface.WideEdgeNet())
	tileface.AlignFace(r, &p, 1, tileface.WideEdgeNet())
	c.Score = math.Inf(-1)
	if v := tileface.SampleFace(r, &p, engine.Place{}, 1); v.Inside {
		c.Score = tileface.CandidateClassifier().Score(v.Features()) + f.Map.Spot(v.Quad)
		c.At, c.Turn = f.PlaceOn(&p)
	}
}

// PlaceOn is the point of the plane and the turn that a pose gives the face at place 0, 0; the inverse of PoseAt.
func (f *Field) PlaceOn(p *camerapose.Pose) (engine.Point, float64) {
	m := p.Camera(0, 0, 1)
	k := 1 / m.Dot(f.Plane.Down)
	turn := math.Atan2(p.X.Dot(f.Plane.Ahead), p.X.Dot(f.Plane.Right))
	return engine.Point{X: m.Dot(f.Plane.Right) * k, Y: m.Dot(f.Plane.Ahead) * k}, turn
}
