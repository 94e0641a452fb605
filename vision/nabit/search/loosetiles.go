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

// amongLooseTiles looks once more for the structure where what was found may be a rack. A rack's tiles do not touch, and a pose that has them
// touch is wrong, so that the structure beside them is not seen under it. But they all lie on the table, as do those of the other racks:
// one by one they tell it, and how large a tile is seen there, and with that a word's tiles are told from a rack's. none says what is no
// structure.
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
	found := f.hypothesesFrom(f.fieldsFrom(s.Cam, s.Marks, hypothesis.Careful, nil))
	found = append(append(found[:min(len(found), amongFinished)], lines...), own)
	best, ok := mostTouching(forEach(f.Raster, found, f.Refine), none)
	if !ok {
		return s
	}
	best.Pose.Prior = nil
	return &best
}

// mostTouching is the structure whose tiles' edges lie best where they should; false if there is none.
func mostTouching(all []hypothesis.Hypothesis, none func(hypothesis.Hypothesis) bool) (best hypothesis.Hypothesis, ok bool) {
	for _, s := range all {
		if len(s.Cells) > 1 && !none(s) && (!ok || s.Touching() > best.Touching()) {
			best, ok = s, true
		}
	}
	return best, ok
}

// amongAgrees are the squared standard deviations up to which what is seen well lies on the table that loose tiles tell: tiles err alike.
const amongAgrees = 40.0

// amongFinished is how many structures are finished on the table that loose tiles tell.
const amongFinished = 6

// planeFromLooseTiles is the table under the loose tiles around a structure and under its own, each by itself; false if too few are seen.
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
	candidate.ClimbTilt(r, &f)
	all, _ := candidate.Outlines(r, &f, tileface.NarrowEdgeNet())
	if len(all) < anchorTiles {
		return nil, false
	}
	return f.PlaneUnder(all, sz.Pitch/f.Pitch+sz.Thickness)
}

// amongRounds is how often the table is brought to where the loose tiles have it.
const amongRounds = 3

// hypothesesFromLines are the lines that loose tiles form on a table, as if they touched.
func hypothesesFromLines(r *picture.Raster, s *hypothesis.Hypothesis, g *camerapose.PlanePrior) []hypothesis.Hypothesis {
	t := camerapose.PlaneOf(s.Cam, g.Down)
	f := candidate.Field{Plane: &t, Sz: s.Sizes, Pitch: g.PitchOf(s.Sizes)}
	at, _ := t.OnTable(s.Middle())
	far := hypothesis.Hypothesis{Pose: f.PoseAt(at, 0), Marks: s.Marks}
	shift := s.Shift()
	var all []hypothesis.Hypothesis
	for _, c := range racks.Lines(r, &far, racks.LooseFaces(r, &far, shift), shift) {
		if len(c) > 1 {
			all = append(all, fromLine(c, &far, g))
		}
	}
	return all
}

// fromLine is what a line's tiles would be if they touched, on a table.
func fromLine(c hypothesis.Line, on *hypothesis.Hypothesis, g *camerapose.PlanePrior) hypothesis.Hypothesis {
	s := hypothesis.Hypothesis{Pose: c[0].Pose, Marks: on.Marks, Cells: lattice.Levels{}}
	s.Pose.Prior = g
	for i := range c {
		to := c[i].T.Add(s.T.Scale(-1)).Scale(1 / s.Pitch)
		s.Cells[engine.Place{Col: int(math.Round(to.Dot(s.X))), Row: int(math.Round(to.Dot(s.Y)))}] = 1
	}
	s.Cells = lattice.LargestComponent(s.Cells)
	return s
}
