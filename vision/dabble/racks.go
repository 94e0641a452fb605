package dabble

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/vision/dabble/lattice"
)

// racks are all racks of the picture.
func (s *scan) racks() []rack {
	var found []rack
	s.index, s.used = newIndex(s.candidates), make([]bool, len(s.candidates))
	lattice.Find(s.candidates, s.index, s.used, lattice.Classifier{EitherWay: s.eitherWay, Straight: s.straight}, func(l *lattice.Lattice) bool {
		k, ok := s.verify(l)
		if ok {
			found = append(found, k)
			s.markUsed(&k)
		}
		return ok
	})
	slices.SortStableFunc(found, func(a, b rack) int { return cmp.Compare(len(b.Cells), len(a.Cells)) })
	for i := range found {
		if i > 0 {
			s.estimateTilt(&found[i], found[0].high, knownPrior)
		}
		s.placeOnLattice(&found[i])
	}
	return found
}

// markUsed notes the candidates of a rack, and what else is printed on its letters' tiles.
func (s *scan) markUsed(k *rack) {
	for at := range k.Cells {
		middle, reach := k.pixel(k.node(float64(at.Col), float64(at.Row))), onFace*k.Step(at)
		s.index.Near(middle, reach, func(m int) { s.used[m] = true })
	}
	for _, m := range k.Cells {
		s.used[m] = true
	}
}

// onFace is the distance from a tile's middle within which its print lies, in tiles.
const onFace = 0.55

// placeOnLattice finds the rack's anchor: where it holds the letters, and its empty places look best.
func (s *scan) placeOnLattice(k *rack) {
	most, best := 0, math.Inf(-1)
	held := map[lattice.Anchor]int{}
	for _, a := range k.Anchors() {
		for at := range k.Cells {
			if a.Holds(at) {
				held[a]++
			}
		}
		most = max(most, held[a])
	}
	var likely []lattice.Anchor
	var places []node
	for _, a := range k.Anchors() {
		if held[a] >= most-2 {
			likely = append(likely, a)
			places = append(places, a.Places()...)
		}
	}
	s.readSlots(k, places)
	for _, a := range likely {
		if e := s.evidence(k, a); e > best {
			best, k.middle = e, a
		}
	}
	for at := range k.Cells {
		if !k.middle.Holds(at) {
			delete(k.Cells, at)
		}
	}
}
