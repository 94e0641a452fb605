package dabble

import (
	"math"
	"slices"

	"tilewatch/engine"
)

// oneSet drops small lattices whose letters have another size on their faces than those of the largest: tiles that lie in rows on
// the table are further apart than those on racks.
func oneSet(found []rack) []rack {
	return slices.DeleteFunc(found, func(k rack) bool {
		return len(k.marks) < fewLetters && (k.high < 0.88*found[0].high || k.high > 1.2*found[0].high)
	})
}

const fewLetters = 9

// withoutRows drops small lattices that lie just before a larger one, which are loose tiles in rows, and those that lie on one: letters
// that were found twice.
func (s *scan) withoutRows(found []rack) []rack {
	var kept []rack
	for _, k := range found {
		few := len(k.marks) < fewLetters
		if !slices.ContainsFunc(kept, func(larger rack) bool { return few && s.infront(&larger, &k) || s.within(&larger, &k) }) {
			kept = append(kept, k)
		}
	}
	return kept
}

// within tells whether most letters of a lattice lie on places of a rack.
func (s *scan) within(k, of *rack) bool {
	n := 0
	for _, m := range of.marks {
		if k.covers(s.marks[m].at) {
			n++
		}
	}
	return 2*n > len(of.marks)
}

// covers tells whether a point of the picture lies within some place of the rack.
func (k *rack) covers(at engine.Point) bool {
	for length := shortest; length <= longest; length++ {
		for n := range length {
			place := k.middle.slot(length, n)
			if dist(k.pixel(k.node(float64(place.col), float64(place.row))), at) < 0.55*k.h.step(place) {
				return true
			}
		}
	}
	return false
}

// infront tells whether most letters of a lattice lie where a rack has its loose tiles.
func (s *scan) infront(k, of *rack) bool {
	t, n := k.table(middleSlope), 0
	for _, m := range of.marks {
		if v, ok := t.under(s, s.marks[m].at); ok {
			d := v.add(t.origin.times(-1))
			if y := d.dot(t.front); y > 0 && y < furthestOut && math.Abs(d.dot(t.right)) < rowsWide {
				n++
			}
		}
	}
	return 2*n > len(of.marks)
}

const rowsWide = 5.0 // tiles to each side of a rack's middle
