package vision

import (
	"maps"
	"slices"
	"tilewatch/engine"
)

// maxCells is how many stacks lie linked at most: more than four players' tiles cannot lie side by side.
const maxCells = 110

// stacks are the levels believed so far, by place.
type stacks map[engine.Place]int

// places in order: sums over them then come out the same in every run.
func (s stacks) places() []engine.Place {
	return slices.SortedFunc(maps.Keys(s), engine.ComparePlaces)
}

// sideSteps lead to the neighbor at each side, as sideAxes does.
var sideSteps = [4]engine.Place{{Row: -1}, {Col: 1}, {Row: 1}, {Col: -1}}

// rim are the places beside cells that are none.
func (c stacks) rim() []engine.Place {
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

// links says whether a place lies between two parts that are not linked otherwise.
func (c stacks) links(at engine.Place) bool {
	var first map[engine.Place]bool
	for _, n := range at.Neighbors() {
		if c[n] == 0 || first[n] {
			continue
		}
		if first != nil {
			return true
		}
		first = c.part(n)
	}
	return false
}

// part is everything linked to a place.
func (c stacks) part(at engine.Place) map[engine.Place]bool {
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

// largestPart is the largest set of linked cells.
func largestPart(cells stacks) stacks {
	best := map[engine.Place]bool{}
	seen := map[engine.Place]bool{}
	for _, start := range cells.places() {
		if seen[start] {
			continue
		}
		part := cells.part(start)
		maps.Copy(seen, part)
		if len(part) > len(best) {
			best = part
		}
	}
	kept := stacks{}
	for at := range best {
		kept[at] = cells[at]
	}
	return kept
}

// grounded says whether some stack is one high: no game covers all of its tiles.
func (c stacks) grounded() bool {
	for _, level := range c {
		if level == 1 {
			return true
		}
	}
	return false
}

// levelsOf are the levels of places.
func (c stacks) levelsOf(places []engine.Place) []int {
	levels := make([]int, len(places))
	for i, at := range places {
		levels[i] = c[at]
	}
	return levels
}

// with adds a stack; there may be none yet.
func (c stacks) with(at engine.Place, level int) stacks {
	if c == nil {
		c = stacks{}
	}
	c[at] = level
	return c
}

// besideEach are, for each of some places in order, which of them lies at each side; -1 for none.
func besideEach(places []engine.Place) [][4]int {
	all := make([][4]int, len(places))
	for i, at := range places {
		for side, step := range sideSteps {
			n, ok := slices.BinarySearchFunc(places, at.Add(step), engine.ComparePlaces)
			if all[i][side] = n; !ok {
				all[i][side] = -1
			}
		}
	}
	return all
}
