package search

import (
	"cmp"
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/picture"
)

const (
	secondTiles = 4    // of a structure that is named; fewer may lie beside each other by chance
	secondTried = 3    // places at which another is looked for
	secondStep  = 1.05 // pitches from each tile of a line to the next, at most, where they touch
)

// Largest is the largest of the structures on the table that is seen for sure, of what was found as this one was. The others lie beside it.
func (f *Finder) Largest(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	f.Beside = f.others(s)
	for i := range f.Beside {
		if o := &f.Beside[i]; len(o.Cells) > len(s.Cells) && o.Sure() && !o.MayBeRack() {
			larger := *o
			*o, s = *s, &larger
		}
	}
	return s
}

// others are the other structures on the table, of what was found as this one was and of the loose tiles around it: lattices of tiles that hold
// no tile of it, are no rack and are seen well.
func (f *Finder) others(s *hypothesis.Hypothesis) (all []hypothesis.Hypothesis) {
	if g, ok := hypothesis.PlanePriorFrom(f.Raster, s); ok && f.Ground == nil {
		f.Ground = g // they lie on the same table
		defer func() { f.Ground = nil }()
	}
	var found []hypothesis.Hypothesis
	for i := range f.found {
		if o := &f.found[i]; len(o.Cells) >= secondTiles && !o.MayBeRack() {
			found = append(found, o.Clone())
		}
	}
	all = append(f.refineSecondary(s, found), f.refineSecondary(s, linkedLoose(f.Raster, s, f.Ground))...)
	slices.SortStableFunc(all, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.LogPosterior(), a.LogPosterior()) })
	return distinct(all)
}

// refineSecondary are some structures at their best that are seen for sure, and are neither a rack nor the structure that is read.
func (f *Finder) refineSecondary(s *hypothesis.Hypothesis, tries []hypothesis.Hypothesis) (all []hypothesis.Hypothesis) {
	apart := func(o *hypothesis.Hypothesis) bool { return s.Overlap(o) == 0 && o.Overlap(s) == 0 }
	tries = distinct(slices.DeleteFunc(tries, func(o hypothesis.Hypothesis) bool { return !apart(&o) }))
	for _, o := range forEach(f.Raster, tries[:min(len(tries), secondTried)], f.Refine) {
		if o.Sure() && len(o.Cells) != racks.RackTiles && len(o.Cells) >= secondTiles && background.BackgroundHues(&o, background.ClothShare) == nil {
			if o = *f.extended(&o); apart(&o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// distinct are those of some structures that hold no tile of one before.
func distinct(all []hypothesis.Hypothesis) (some []hypothesis.Hypothesis) {
	for _, o := range all {
		if !slices.ContainsFunc(some, func(t hypothesis.Hypothesis) bool { return t.Overlap(&o) > 0 }) {
			some = append(some, o)
		}
	}
	return some
}

// linkedLoose are the structures that loose tiles beside this one seem to be part of: linked in two directions, of several colors, or
// touching.
func linkedLoose(r *picture.Raster, s *hypothesis.Hypothesis, table *camerapose.PlanePrior) (all []hypothesis.Hypothesis) {
	if s.RackLines == nil {
		shift := s.Shift()
		s.RackLines = racks.Lines(r, s, racks.LooseFaces(r, s, shift), shift)
	}
	faces, f := slices.Concat(s.RackLines...), field(s)
	f.Marks = s.Marks
	for i := range faces {
		face := &faces[i]
		one := candidate.Candidate{Mark: marks.Mark{At: face.Pixel(0, 0, face.Level)}, Score: face.Score}
		one.At, _ = f.Plane.OnTable(one.Mark.At)
		_, one.Turn = f.PlaceOn(&face.Pose)
		f.Candidates = append(f.Candidates, one)
	}
	for _, g := range candidate.NewLinker(&f, candidate.LinkSlip).Lattices(len(faces)) {
		if mayBeWords(&g, faces) {
			all = append(all, hypothesis.FromLattice(r, &f, &g, table))
		}
	}
	return all
}

// mayBeWords says whether linked faces form no line of one color, or one in which they touch, as a rack's do not.
func mayBeWords(g *candidate.Lattice, faces []hypothesis.LooseFace) bool {
	first, last := &g.Nodes[0], &g.Nodes[0]
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if faces[n.Spot].Color != faces[first.Spot].Color || n.Place.Row != first.Place.Row && n.Place.Col != first.Place.Col {
			return true
		}
		if engine.ComparePlaces(n.Place, first.Place) < 0 {
			first = n
		}
		if engine.ComparePlaces(n.Place, last.Place) > 0 {
			last = n
		}
	}
	steps := last.Place.Row - first.Place.Row + last.Place.Col - first.Place.Col
	return faces[first.Spot].Apart(&faces[last.Spot]) < secondStep*float64(steps)
}

// DropMarksOf takes the marks of others, which are no loose tiles, from those of the structure.
func DropMarksOf(s *hypothesis.Hypothesis, others []hypothesis.Hypothesis) {
	if len(others) == 0 {
		return
	}
	s.RackLines = nil // some may be of tiles of others
	s.Marks = slices.DeleteFunc(slices.Clone(s.Marks), func(m marks.Mark) bool {
		return slices.ContainsFunc(others, func(o hypothesis.Hypothesis) bool { return o.ShowsFaceAt(m.At) })
	})
}

// SecondaryWarnings are the warnings of other structures.
func SecondaryWarnings(others []hypothesis.Hypothesis) (warnings []engine.Warning) {
	for i := range others {
		warnings = append(warnings, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("another structure of %d tiles or stacks lies beside this one and is not counted: photograph it by itself", len(others[i].Cells))})
	}
	return warnings
}
