package vision

import (
	"cmp"
	"fmt"
	"slices"

	"tilewatch/engine"
)

const (
	secondTiles = 4    // of a structure that is named; fewer may lie beside each other by chance
	secondTried = 3    // places at which another is looked for
	foundEdges  = 3.5  // log-likelihood ratio of a face's edges on average; with racks and their neighbors it is up to 2.5,
	looseEdges  = 5.0  // and of what is begun with loose tiles up to 3.9
	secondStep  = 1.05 // pitches from each tile of a line to the next, at most, where they touch
)

// largest is the largest of the structures on the table that is seen for sure, of what was found as this one was. The others lie beside it.
func (f *finder) largest(s *structure) *structure {
	f.beside = f.others(s)
	for i := range f.beside {
		if o := &f.beside[i]; len(o.cells) > len(s.cells) && o.sure() && !o.mayBeRack() {
			larger := *o
			*o, s = *s, &larger
		}
	}
	return s
}

// others are the other structures on the table, of what was found as this one was and of the loose tiles around it: lattices of tiles that hold
// no tile of it, are no rack and are seen well.
func (f *finder) others(s *structure) (all []structure) {
	if g, ok := f.groundOf(s); ok && f.ground == nil {
		f.ground = g // they lie on the same table
		defer func() { f.ground = nil }()
	}
	var found []structure
	for i := range f.found {
		if o := &f.found[i]; len(o.cells) >= secondTiles && !o.mayBeRack() {
			found = append(found, o.clone())
		}
	}
	all = append(f.seconds(s, found, foundEdges), f.seconds(s, f.linkedLoose(s, f.ground), looseEdges)...)
	slices.SortStableFunc(all, func(a, b structure) int { return cmp.Compare(b.explained(), a.explained()) })
	return differing(all)
}

// seconds are some structures at their best that are seen so well, and are neither a rack nor the structure that is read.
func (f *finder) seconds(s *structure, tries []structure, edges float64) (all []structure) {
	apart := func(o *structure) bool { return s.held(o) == 0 && o.held(s) == 0 }
	tries = differing(slices.DeleteFunc(tries, func(o structure) bool { return !apart(&o) }))
	for _, o := range f.each(tries[:min(len(tries), secondTried)], f.finish) {
		seen := o.sure() && len(o.cells) != rackTiles || !o.mayBeRack() && o.edges > edges*float64(len(o.cells))
		if seen && len(o.cells) >= secondTiles && o.clothOf(clothShare) == nil {
			if o = *f.entire(&o); apart(&o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// differing are those of some structures that hold no tile of one before.
func differing(all []structure) (some []structure) {
	for _, o := range all {
		if !slices.ContainsFunc(some, func(t structure) bool { return t.held(&o) > 0 }) {
			some = append(some, o)
		}
	}
	return some
}

// linkedLoose are the structures that loose tiles beside this one seem to be part of: linked in two directions, of several colors, or
// touching.
func (r *raster) linkedLoose(s *structure, table *ground) (all []structure) {
	if s.lines == nil {
		shift := s.shift()
		s.lines = r.chains(s, r.looseFaces(s, shift), shift)
	}
	faces, f := slices.Concat(s.lines...), s.field()
	f.marks = s.marks
	for i := range faces {
		face := &faces[i]
		one := spot{mark: mark{at: face.pixel(0, 0, face.level)}, score: face.score}
		one.at, _ = f.plane.onTable(one.mark.at)
		_, one.turn = f.placeOf(&face.pose)
		f.spots = append(f.spots, one)
	}
	for _, g := range newLinker(&f, linkSlip).lattices(len(faces)) {
		if g.mayBeWords(faces) {
			all = append(all, r.fromLattice(&f, &g, table))
		}
	}
	return all
}

// mayBeWords says whether linked faces form no line of one color, or one in which they touch, as a rack's do not.
func (g *lattice) mayBeWords(faces []looseFace) bool {
	first, last := &g.nodes[0], &g.nodes[0]
	for i := range g.nodes {
		n := &g.nodes[i]
		if faces[n.spot].color != faces[first.spot].color || n.place.Row != first.place.Row && n.place.Col != first.place.Col {
			return true
		}
		if engine.ComparePlaces(n.place, first.place) < 0 {
			first = n
		}
		if engine.ComparePlaces(n.place, last.place) > 0 {
			last = n
		}
	}
	steps := last.place.Row - first.place.Row + last.place.Col - first.place.Col
	return faces[first.spot].apart(&faces[last.spot]) < secondStep*float64(steps)
}

// leave takes the marks of others, which are no loose tiles, from those of the structure.
func (s *structure) leave(others []structure) {
	if len(others) == 0 {
		return
	}
	s.lines = nil // some may be of tiles of others
	s.marks = slices.DeleteFunc(slices.Clone(s.marks), func(m mark) bool {
		return slices.ContainsFunc(others, func(o structure) bool { return o.shows(m.at) })
	})
}

// named are the warnings of other structures.
func named(others []structure) (warnings []engine.Warning) {
	for i := range others {
		warnings = append(warnings, engine.Warning{Code: "second_structure",
			Message: fmt.Sprintf("another structure of %d tiles or stacks lies beside this one and is not counted: photograph it by itself", len(others[i].cells))})
	}
	return warnings
}
