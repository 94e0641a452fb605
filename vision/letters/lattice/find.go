package lattice

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/pointgrid"
)

// findLattices grows lattices from the best seeds, those with the most letters first.
func FindLattices(marks []candidate.Mark) []*Lattice {
	g := pointgrid.New(len(marks), 40, func(i int) engine.Point { return marks[i].At })
	var found []*Lattice
	for _, s := range findSeeds(marks, g) {
		if len(found) == mostGrown {
			break
		}
		if slices.ContainsFunc(found, func(l *Lattice) bool { return l.explains(&s) }) {
			continue
		}
		if l := grow(marks, g, s); len(l.Cells) >= 2 && l.Pitch(0, 0) >= leastPitch {
			l.Rank = l.letters() * l.Alone(l.group(), l.Dark(), l.High())
			found = append(found, l)
		}
	}
	slices.SortStableFunc(found, func(a, b *Lattice) int { return cmp.Compare(b.Rank, a.Rank) })
	return found
}

// letters is how many letters stand on the lattice side by side, by a first glance.
func (l *Lattice) letters() (sum float64) {
	for _, p := range l.Places() {
		worth := loneWorth
		for _, q := range p.Neighbors() {
			if _, beside := l.Cells[q]; beside {
				worth = 1
			}
		}
		sum += worth * l.Marks[l.Cells[p]].Worth(l.Angle(p))
	}
	switch size := l.size(); {
	case size < 0.8*usualLeast || size > 1.3*usualMost:
		return sum / 10
	case size < usualLeast || size > usualMost:
		return sum / 2
	}
	return sum
}

// Letters on tiles are so large, in steps; where they are not, marks of other things stand there.
const (
	usualLeast = 0.36
	usualMost  = 0.75
	leastPitch = 14.0 // pixels; of smaller letters nothing can be read
	loneWorth  = 0.3  // what a letter counts that has none beside it
)
