package lattice

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// Levels are the levels believed so far, by place.
type Levels map[engine.Place]int

// Places in order: sums over them then come out the same in every run.
func (s Levels) Places() []engine.Place {
	return slices.SortedFunc(maps.Keys(s), engine.ComparePlaces)
}

// SideSteps lead to the neighbor at each side, as sideAxes does.
var SideSteps = [4]engine.Place{{Row: -1}, {Col: 1}, {Row: 1}, {Col: -1}}

// Boundary are the places beside cells that are none.
func (c Levels) Boundary() []engine.Place {
	rim := map[engine.Place]bool{}
	for at := range c {
		for _, n := range at.Neighbors() {
			if c[n] == 0 {
				rim[n] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(rim), engine.ComparePlaces)
}

// JoinsParts says whether a place lies between two parts that are not linked otherwise.
func (c Levels) JoinsParts(at engine.Place) bool {
	var first map[engine.Place]bool
	for _, n := range at.Neighbors() {
		if c[n] == 0 || first[n] {
			continue
		}
		if first != nil {
			return true
		}
		first = c.Component(n)
	}
	return false
}

// Component is everything linked to a place.
func (c Levels) Component(at engine.Place) map[engine.Place]bool {
	seen, queue := map[engine.Place]bool{at: true}, []engine.Place{at}
	for len(queue) > 0 {
		at, queue = queue[0], queue[1:]
		for _, n := range at.Neighbors() {
			if c[n] > 0 && !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return seen
}

// LargestComponent is the largest set of linked cells.
func LargestComponent(cells Levels) Levels {
	best := map[engine.Place]bool{}
	seen := map[engine.Place]bool{}
	for _, start := range cells.Places() {
		if seen[start] {
			continue
		}
		part := cells.Component(start)
		maps.Copy(seen, part)
		if len(part) > len(best) {
			best = part
		}
	}
	kept := Levels{}
	for at := range best {
		kept[at] = cells[at]
	}
	return kept
}

// TouchesTable says whether some stack is one high: no game covers all of its tiles.
func (c Levels) TouchesTable() bool {
	for _, level := range c {
		if level == 1 {
			return true
		}
	}
	return false
}

// LevelsOf are the levels of places.
func (c Levels) LevelsOf(places []engine.Place) []int {
	levels := make([]int, len(places))
	for i, at := range places {
		levels[i] = c[at]
	}
	return levels
}

// With adds a stack; there may be none yet.
func (c Levels) With(at engine.Place, level int) Levels {
	if c == nil {
		c = Levels{}
	}
	c[at] = level
	return c
}

// BesideEach are, for each of some places in order, which of them lies at each side; -1 for none.
func NeighborIndices(places []engine.Place) [][4]int {
	all := make([][4]int, len(places))
	for i, at := range places {
		for side, step := range SideSteps {
			n, ok := slices.BinarySearchFunc(places, at.Add(step), engine.ComparePlaces)
			if all[i][side] = n; !ok {
				all[i][side] = -1
			}
		}
	}
	return all
}
