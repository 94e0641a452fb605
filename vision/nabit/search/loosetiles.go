package search

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// amongLooseTiles looks for the structure again if the best hypothesis may be a rack. A rack's tiles do not touch, so a pose under which
// they do is wrong, and hides the structure beside them. But all loose tiles lie on the table: each one alone gives the plane, and the size
// of a tile on it, and with that a word's tiles differ from a rack's. none excludes hypotheses.
func (f *Finder) amongLooseTiles(s *hypothesis.Hypothesis, none func(hypothesis.Hypothesis) bool) *hypothesis.Hypothesis {
	g, ok := planeFromLooseTiles(f.Raster, s, f.Sizes)
	if !ok || s.Sure() && g.Mahalanobis(&s.Pose) < amongAgrees {
		return s
	}
	f.Ground = g
	defer func() { f.Ground = nil }()
	own := s.Clone()
	own.Pose.Prior = g
	lines := hypothesesFromLines(f.Raster, s, g)
	alone := make([]hypothesis.Hypothesis, len(lines))
	for i := range lines {
		alone[i] = lines[i].Clone()
	}
	found := f.hypothesesFrom(f.fieldsFrom(s.Cam, s.Marks, hypothesis.LooseEffort))
	found = append(append(found[:min(len(found), amongFinished)], lines...), own)
	best, ok := mostTouching(forEach(found, f.Refine), none)
	if line, seen := mostTouching(forEach(alone, func(s *hypothesis.Hypothesis) { hypothesis.RefineClosely(f.Raster, s) }), none); seen && (!ok || best.Touching() < amongShare*line.Touching()) {
		best, ok = line, true // growth linked the line with its neighbors
	}
	if !ok {
		return s
	}
	best.Pose.Prior = nil
	return &best
}

// mostTouching is the hypothesis whose edges fit best; false if there is none.
func mostTouching(all []hypothesis.Hypothesis, none func(hypothesis.Hypothesis) bool) (best hypothesis.Hypothesis, ok bool) {
	for _, s := range all {
		if len(s.Cells) > 1 && !none(s) && (!ok || s.Touching() > best.Touching()) {
			best, ok = s, true
		}
	}
	return best, ok
}

// amongShare is how well what grew from a line must touch, as a share of the line alone. Hand-set.
const amongShare = 0.7

// amongAgrees is the squared Mahalanobis distance from the loose tiles' plane up to which a sure hypothesis lies on it. Hand-set, and
// large, because the errors of tiles are correlated.
const amongAgrees = 40.0

// amongFinished is how many hypotheses on the loose tiles' plane are refined. Hand-set, bounds the time. The search among loose tiles was
// checked on 60 scenes of few tiles: one more board is right, none is worse.
const amongFinished = 6

// planeFromLooseTiles fits a plane to the loose tiles around a structure and to its own tiles, each by itself; false if they are too few.
func planeFromLooseTiles(r *picture.Raster, s *hypothesis.Hypothesis, sz camerapose.Sizes) (*camerapose.PlanePrior, bool) {
	f := field(s)
	add := func(p camerapose.Pose) {
		one := candidate.Candidate{Mark: marks.Mark{At: p.Pixel(0, 0, 1)}}
		one.At, one.Turn = f.PlaceOn(&p)
		f.Candidates = append(f.Candidates, one)
	}
	for _, face := range racks.LooseFaces(r, s, s.Shift()) {
		if face.Level == 1 {
			add(face.Pose)
		}
	}
	for _, at := range s.Cells.Places() {
		add(s.PoseAt(float64(at.Col), float64(at.Row), 0))
	}
	for range amongRounds {
		candidate.RefineField(r, &f)
	}
	candidate.RefineTilt(r, &f)
	all, _ := candidate.Outlines(r, &f, tileface.NarrowEdgeNet())
	if len(all) < planeTilesLeast {
		return nil, false
	}
	return f.PlaneUnder(all, sz.Pitch/f.Pitch+sz.Thickness)
}

// amongRounds is how often the field is refined to the loose tiles. Hand-set.
const amongRounds = 3

// hypothesesFromLines makes a hypothesis of each line of loose tiles on a plane, as if its tiles touched.
func hypothesesFromLines(r *picture.Raster, s *hypothesis.Hypothesis, g *camerapose.PlanePrior) []hypothesis.Hypothesis {
	t := camerapose.PlaneOf(s.Cam, g.Down)
	f := candidate.Field{Plane: &t, Sizes: s.Sizes, Pitch: g.PitchOf(s.Sizes)}
	at, _ := t.OnTable(s.Middle())
	far := hypothesis.Hypothesis{Pose: f.PoseAt(at, 0), Map: s.Map, Marks: s.Marks}
	shift := s.Shift()
	var all []hypothesis.Hypothesis
	for _, c := range racks.Lines(r, &far, racks.LooseFaces(r, &far, shift), shift) {
		if len(c) > 1 {
			all = append(all, fromLine(c, &far, g))
		}
	}
	return all
}

// fromLine is the hypothesis that the tiles of a line touch, on the plane g.
func fromLine(c hypothesis.Line, on *hypothesis.Hypothesis, g *camerapose.PlanePrior) hypothesis.Hypothesis {
	s := hypothesis.Hypothesis{Pose: c[0].Pose, Map: on.Map, Marks: on.Marks, Cells: lattice.Levels{}}
	s.Pose.Prior = g
	for i := range c {
		to := c[i].T.Add(s.T.Scale(-1)).Scale(1 / s.Pitch)
		s.Cells[engine.Place{Col: int(math.Round(to.Dot(s.X))), Row: int(math.Round(to.Dot(s.Y)))}] = 1
	}
	s.Cells = lattice.LargestComponent(s.Cells)
	return s
}
