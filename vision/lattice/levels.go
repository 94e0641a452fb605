package lattice

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// Levels are the levels of a hypothesis by place; 0 or missing: no stack.
type Levels map[engine.Place]int

// Places are the places in order, so that sums over them come out the same in every run.
func (l Levels) Places() []engine.Place {
	return slices.SortedFunc(maps.Keys(l), engine.ComparePlaces)
}

// SideSteps lead to the neighbor at each side: top, right, bottom, left, as tileface.SideAxes.
var SideSteps = [4]engine.Place{{Row: -1}, {Col: 1}, {Row: 1}, {Col: -1}}

// Boundary are the free places beside stacks, in order.
func (l Levels) Boundary() []engine.Place {
	rim := map[engine.Place]bool{}
	for at := range l {
		for _, n := range at.Neighbors() {
			if l[n] == 0 {
				rim[n] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(rim), engine.ComparePlaces)
}

// JoinsParts says whether a place lies between two components.
func (l Levels) JoinsParts(at engine.Place) bool {
	var first map[engine.Place]bool
	for _, n := range at.Neighbors() {
		if l[n] == 0 || first[n] {
			continue
		}
		if first != nil {
			return true
		}
		first = l.Component(n)
	}
	return false
}

// Component is everything linked to a place (breadth-first search).
func (l Levels) Component(at engine.Place) map[engine.Place]bool {
	seen, queue := map[engine.Place]bool{at: true}, []engine.Place{at}
	for len(queue) > 0 {
		at, queue = queue[0], queue[1:]
		for _, n := range at.Neighbors() {
			if l[n] > 0 && !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	return seen
}

// Components are the sets of linked stacks, in order.
func (l Levels) Components() (all []map[engine.Place]bool) {
	seen := map[engine.Place]bool{}
	for _, start := range l.Places() {
		if !seen[start] {
			part := l.Component(start)
			maps.Copy(seen, part)
			all = append(all, part)
		}
	}
	return all
}

// LargestComponent is the largest set of linked stacks; the first one if several are as large.
func LargestComponent(cells Levels) Levels {
	best := map[engine.Place]bool{}
	for _, part := range cells.Components() {
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

// TouchesTable says whether some stack is a single tile: no game covers all of them.
func (l Levels) TouchesTable() bool {
	for _, level := range l {
		if level == 1 {
			return true
		}
	}
	return false
}

// LevelsOf are the levels at places.
func (l Levels) LevelsOf(places []engine.Place) []int {
	levels := make([]int, len(places))
	for i, at := range places {
		levels[i] = l[at]
	}
	return levels
}

// With sets a stack's level, in place, and returns the map; l may be nil.
func (l Levels) With(at engine.Place, level int) Levels {
	if l == nil {
		l = Levels{}
	}
	l[at] = level
	return l
}

// NeighborIndices are, for each of some sorted places, the indices of its neighbors at each side; -1 for none.
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
