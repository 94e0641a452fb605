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
	// maxSingles is how many single letters are tried, the likeliest first. Hand-set: few tables have more single tiles.
	maxSingles = 8
	// singleLeast is the candidate classifier's score from which a candidate without a link is a face. Hand-set.
	singleLeast = 1.0
)

// besideSingleLetter grows hypotheses from letters that no candidate links to: a blank may lie beside one, or a tile whose letter is no
// mark.
func (f *Finder) besideSingleLetter(fields []candidate.Field) []hypothesis.Hypothesis {
	var all []hypothesis.Hypothesis
	for i := range fields {
		single := singleLetters(candidate.NewLinker(&fields[i], candidate.LinkSlip))
		found := make([]hypothesis.Hypothesis, min(len(single), maxSingles))
		parallel.Do(len(found), func(k int) { found[k] = f.growFromSingleLetter(&fields[i], single[k]) })
		all = append(all, slices.DeleteFunc(found, func(s hypothesis.Hypothesis) bool { return len(s.Cells) < 2 })...)
	}
	preferWords(all)
	slices.SortStableFunc(all, func(a, b hypothesis.Hypothesis) int { return cmp.Compare(b.Rank(), a.Rank()) })
	return all
}

// growFromSingleLetter grows a hypothesis from a single letter.
func (f *Finder) growFromSingleLetter(field *candidate.Field, single candidate.Candidate) hypothesis.Hypothesis {
	s := hypothesis.Hypothesis{Pose: field.PoseAt(single.At, single.Turn), Cells: lattice.Levels{engine.Place{}: 1}, Map: field.Map, Marks: field.Marks}
	s.Pose.Prior = f.Ground
	tileface.AlignFace(f.Raster, &s.Pose, 1, tileface.NarrowEdgeNet())
	f.growRings(&s, tileface.CoarseClassifier())
	return s
}

// singleLetters are the candidates that surely are faces and link to no other, the likeliest first.
func singleLetters(l *candidate.Linker) []candidate.Candidate {
	var all []candidate.Candidate
	for i, s := range l.Field.Candidates {
		if s.Score > singleLeast && len(l.Grow(i).Nodes) == 1 {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate.Candidate) int { return cmp.Compare(b.Score, a.Score) })
	return all
}
