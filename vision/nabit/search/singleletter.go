package search

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/candidate"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/parallel"
	"tilewatch/vision/tileface"
)

const (
	// mostLone is how many lone letters are tried, the likeliest first: there are hardly ever more single tiles on a table.
	mostLone = 8
	// loneLeast is the judge's score from which a spot is a tile's face, though no other spot links to it.
	loneLeast = 1.0
)

// besideSingleLetter are structures that begin with a letter to which no other spot links: beside it a blank lies, or a tile whose letter was
// overlooked.
func (f *Finder) besideSingleLetter(fields []candidate.Field) []hypothesis.Hypothesis {
	var all []hypothesis.Hypothesis
	for i := range fields {
		lone := singleLetters(candidate.NewLinker(&fields[i], candidate.LinkSlip))
		found := make([]hypothesis.Hypothesis, min(len(lone), mostLone))
		parallel.Do(len(found), func(k int) { found[k] = f.growFromSingleLetter(&fields[i], lone[k]) })
		all = append(all, slices.DeleteFunc(found, func(s hypothesis.Hypothesis) bool { return len(s.Cells) < 2 })...)
	}
	preferWords(all)
	slices.SortStableFunc(all, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.Rank(), a.Rank()) })
	return all
}

// growFromSingleLetter is what grows from a single letter.
func (f *Finder) growFromSingleLetter(field *candidate.Field, lone candidate.Candidate) hypothesis.Hypothesis {
	s := hypothesis.Hypothesis{Pose: field.PoseAt(lone.At, lone.Turn), Cells: lattice.Levels{engine.Place{}: 1}, Marks: field.Marks}
	s.Pose.Prior = f.Ground
	tileface.AlignFace(f.Raster, &s.Pose, 1, tileface.NarrowEdgeNet())
	f.growRings(&s, tileface.CoarseClassifier())
	return s
}

// singleLetters are the spots that are surely faces and link to no other, the likeliest first.
func singleLetters(l *candidate.Linker) []candidate.Candidate {
	var all []candidate.Candidate
	for i, s := range l.Field.Candidates {
		if s.Score > loneLeast && len(l.Grow(i).Nodes) == 1 {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate.Candidate) int { return cmp.Compare(b.Score, a.Score) })
	return all
}
