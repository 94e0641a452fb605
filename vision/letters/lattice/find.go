package lattice

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/pointgrid"
)

// Find grows lattices from the best seeds, and returns those with the most letters first.
func Find(marks []candidate.Candidate) []*Lattice {
	g := pointgrid.New(len(marks), 40, func(i int) engine.Point { return marks[i].At })
	var found []*Lattice
	for _, s := range findSeeds(marks, g) {
		if len(found) == mostLattices {
			break
		}
		if slices.ContainsFunc(found, func(l *Lattice) bool { return l.explains(&s) }) {
			continue
		}
		if l := grow(marks, g, s); len(l.Cells) >= 2 && l.Pitch(0, 0) >= leastPitch {
			l.Rank = l.score() * l.Isolation(l.all(), l.DarkInk(), l.LetterHeight())
			found = append(found, l)
		}
	}
	slices.SortStableFunc(found, func(a, b *Lattice) int { return cmp.Compare(b.Rank, a.Rank) })
	return found
}

// score is how many letters stand on the lattice side by side, weighted by their probability.
func (l *Lattice) score() (sum float64) {
	for _, p := range l.Places() {
		worth := loneScore
		for _, q := range p.Neighbors() {
			if _, beside := l.Cells[q]; beside {
				worth = 1
			}
		}
		sum += worth * l.Candidates[l.Cells[p]].Score(l.Direction(p))
	}
	switch size := l.medianSize(); {
	case size < tooSmall*smallLetter || size > tooLarge*largeLetter:
		return sum / wrongSize
	case size < smallLetter || size > largeLetter:
		return sum / oddSize
	}
	return sum
}

// Letters on tiles have these sizes, in steps; other lattices hold something else.
const (
	smallLetter = 0.36
	largeLetter = 0.75
	leastPitch  = 14.0 // pixels; smaller letters are illegible
	loneScore   = 0.3  // weight of a letter without a neighbor
)

// How a lattice's rank falls if its letters have an unusual size in its step. Hand-set.
const (
	tooSmall  = 0.8 // of the smallest usual size,
	tooLarge  = 1.3 // and of the largest
	wrongSize = 10
	oddSize   = 2
)
