package vision

import (
	"cmp"
	"slices"

	"tilewatch/engine"
)

const (
	// mostLone is how many lone letters are tried, the likeliest first: there are hardly ever more single tiles on a table.
	mostLone = 8
	// loneLeast is the judge's score from which a spot is a tile's face, though no other spot links to it.
	loneLeast = 1.0
)

// besideLone are structures that begin with a letter to which no other spot links: beside it a blank lies, or a tile whose letter was
// overlooked.
func (f *finder) besideLone(fields []spotField) []structure {
	var all []structure
	for i := range fields {
		lone := newLinker(&fields[i], linkSlip).lone()
		found := make([]structure, min(len(lone), mostLone))
		onAllCores(len(found), func(k int) { found[k] = f.fromLone(&fields[i], lone[k]) })
		all = append(all, slices.DeleteFunc(found, func(s structure) bool { return len(s.cells) < 2 })...)
	}
	preferWords(all)
	slices.SortStableFunc(all, func(a, b structure) int { return cmp.Compare(b.worth(), a.worth()) })
	return all
}

// fromLone is what grows from a single letter.
func (f *finder) fromLone(field *spotField, lone spot) structure {
	s := structure{pose: field.poseAt(lone.at, lone.turn), cells: stacks{engine.Place{}: 1}, marks: field.marks}
	s.pose.known = f.ground
	f.settle(&s.pose, 1, narrowLocator())
	f.spread(&s, coarseJudge())
	return s
}

// lone are the spots that are surely faces and link to no other, the likeliest first.
func (l *linker) lone() []spot {
	var all []spot
	for i, s := range l.field.spots {
		if s.score > loneLeast && len(l.grow(i).nodes) == 1 {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b spot) int { return cmp.Compare(b.score, a.score) })
	return all
}
