package search

import (
	"cmp"
	"fmt"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/picture"
)

const (
	secondTiles = 4    // tiles of a secondary structure, at least; fewer may lie beside each other by chance
	secondTried = 3    // hypotheses that are refined; hand-set, bounds the time
	foundEdges  = 3.5  // log-likelihood ratio of edges per face, at least; racks with their neighbors reach 2.5
	looseEdges  = 5.0  // the same for hypotheses from loose tiles, where racks reach 3.9
	secondStep  = 1.05 // pitches from a tile of a line to the next, at most, if they touch; hand-set
)

// Largest is the largest sure structure on the table: s or one of those that the search of s found beside it. It keeps the others as the
// secondary ones in Beside.
func (f *Finder) Largest(s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	if f.Without.Has(Others) || f.spent() {
		return s
	}
	f.Beside = f.others(s)
	for i := range f.Beside {
		if o := &f.Beside[i]; len(o.Cells) > len(s.Cells) && o.Sure() && !o.MayBeRack() {
			larger := *o
			*o, s = *s, &larger
		}
	}
	f.Beside = slices.DeleteFunc(f.Beside, func(o hypothesis.Hypothesis) bool { return s.Covers(&o) || o.Covers(s) })
	return s
}

// others are the secondary structures: from the hypotheses of the last attempt and from the loose tiles around s. They share no tile with
// s, or hold it all as a part that only a gap links to them; they are no racks, and their edges fit well.
func (f *Finder) others(s *hypothesis.Hypothesis) (all []hypothesis.Hypothesis) {
	if g, ok := hypothesis.PlanePriorFrom(f.Raster, s); ok && f.Ground == nil {
		f.Ground = g // all structures lie on the same table
		defer func() { f.Ground = nil }()
	}
	var found []hypothesis.Hypothesis
	for i := range f.found {
		if o := &f.found[i]; len(o.Cells) >= secondTiles && !o.MayBeRack() {
			found = append(found, o.Clone())
		}
	}
	all = append(f.refineSecondary(s, found, foundEdges), f.refineSecondary(s, linkedLoose(f.Raster, s, f.Ground), looseEdges)...)
	slices.SortStableFunc(all, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.LogPosterior(), a.LogPosterior()) })
	return distinct(all)
}

// refineSecondary refines some hypotheses and keeps those whose edges fit better than edges per face, and that are neither a rack
// nor part of s.
func (f *Finder) refineSecondary(s *hypothesis.Hypothesis, tries []hypothesis.Hypothesis, edges float64) (all []hypothesis.Hypothesis) {
	apart := func(o *hypothesis.Hypothesis) bool { return s.Overlap(o) == 0 && o.Overlap(s) == 0 }
	tries = distinct(slices.DeleteFunc(tries, func(o hypothesis.Hypothesis) bool { return !apart(&o) }))
	for _, o := range forEach(tries[:min(len(tries), secondTried)], f.Refine) {
		seen := o.Sure() && len(o.Cells) != racks.RackTiles || !o.MayBeRack() && o.EdgeScore > edges*float64(len(o.Cells))
		if seen && len(o.Cells) >= secondTiles {
			if o = *f.extended(&o); apart(&o) || o.Covers(s) {
				all = append(all, o)
			}
		}
	}
	return all
}

// distinct keeps the hypotheses that share no tile with an earlier one (greedy non-maximum suppression).
func distinct(all []hypothesis.Hypothesis) (some []hypothesis.Hypothesis) {
	for _, o := range all {
		if !slices.ContainsFunc(some, func(t hypothesis.Hypothesis) bool { return t.Overlap(&o) > 0 }) {
			some = append(some, o)
		}
	}
	return some
}

// linkedLoose links the loose tiles around s, and makes hypotheses of the lattices that may be words.
func linkedLoose(r *picture.Raster, s *hypothesis.Hypothesis, table *camerapose.PlanePrior) (all []hypothesis.Hypothesis) {
	if s.RackLines == nil {
		shift := s.Shift()
		s.KeepRackLines(racks.Lines(r, s, racks.LooseFaces(r, s, shift), shift))
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

// mayBeWords says whether linked faces are no rack: they have several colors or two directions, or they touch.
func mayBeWords(g *candidate.Lattice, faces []hypothesis.LooseFace) bool {
	first, last := &g.Nodes[0], &g.Nodes[0]
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if faces[n.Candidate].Color != faces[first.Candidate].Color || n.Place.Row != first.Place.Row && n.Place.Col != first.Place.Col {
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
	return faces[first.Candidate].Apart(&faces[last.Candidate]) < secondStep*float64(steps)
}

// DropMarksOf drops the marks on other structures from those of s: they are no loose tiles.
func DropMarksOf(s *hypothesis.Hypothesis, others []hypothesis.Hypothesis) {
	if len(others) == 0 {
		return
	}
	s.DropMarks(func(at engine.Point) bool {
		return slices.ContainsFunc(others, func(o hypothesis.Hypothesis) bool { return o.ShowsFaceAt(at) })
	})
}

// SecondaryWarnings is a warning for each secondary structure.
func SecondaryWarnings(others []hypothesis.Hypothesis) (warnings []engine.Warning) {
	for i := range others {
		warnings = append(warnings, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("a second structure of %d tiles or stacks does not count: photograph it separately", len(others[i].Cells))})
	}
	return warnings
}
