package lattice

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
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
			found = withNew(found, l)
		}
	}
	slices.SortStableFunc(found, func(a, b *Lattice) int { return cmp.Compare(b.Rank, a.Rank) })
	return found
}

// withNew adds a lattice to those that were found; of two that seeds of one board grew, the better one stays.
func withNew(found []*Lattice, l *Lattice) []*Lattice {
	i := slices.IndexFunc(found, l.repeats)
	switch {
	case i < 0:
		return append(found, l)
	case l.Rank > found[i].Rank:
		found[i] = l
	}
	return found
}

// repeats reports whether most of the lattice's letters stand on the other one, as many steps from their neighbors.
func (l *Lattice) repeats(other *Lattice) bool {
	places := make(map[int]engine.Place, len(other.Cells))
	for p, i := range other.Cells {
		places[i] = p
	}
	same := 0
	for p, i := range l.Cells {
		if at, on := places[i]; on && sameStep(l.step(p, 0, 1), other.step(at, 0, 1), other.step(at, 1, 0)) && sameStep(l.step(p, 1, 0), other.step(at, 0, 1), other.step(at, 1, 0)) {
			same++
		}
	}
	return float64(same) > repeated*float64(len(l.Cells))
}

// repeated is the share of a lattice's letters that stand on another one if both are of one board. Hand-set: those of one board share nearly all.
const repeated = 0.8

// step is the way from a place to another.
func (l *Lattice) step(p engine.Place, rows, cols int) engine.Point {
	return geom.Sub(l.At(p.Row+rows, p.Col+cols), l.At(p.Row, p.Col))
}

// score is how many letters on bodies stand on the lattice side by side, weighted by their probability.
func (l *Lattice) score() (sum float64) {
	for _, p := range l.Places() {
		worth := loneScore
		for _, q := range p.Neighbors() {
			if _, beside := l.Cells[q]; beside {
				worth = 1
			}
		}
		m := &l.Candidates[l.Cells[p]]
		sum += worth * m.Score(l.Direction(p)) * m.OnBody()
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
