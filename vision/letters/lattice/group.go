package lattice

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// Group is a set of places.
type Group map[engine.Place]bool

// Places are the group's places by row, then column: sums in another order differ in their last digits, and near a limit that decides.
func (g Group) Places() []engine.Place { return slices.SortedFunc(maps.Keys(g), engine.ComparePlaces) }

// Size is the number of places, less if they are in one row: titles and racks are rows, too.
func (g Group) Size() float64 {
	rows, cols := map[int]bool{}, map[int]bool{}
	for p := range g {
		rows[p.Row], cols[p.Col] = true, true
	}
	if min(len(rows), len(cols)) < 2 {
		return RowScore * float64(len(g))
	}
	return float64(len(g))
}

// PartOf reports whether the group is a part of the other.
func (g Group) PartOf(other Group) bool {
	for p := range g {
		return other[p]
	}
	return true
}

// Bounds are the group's smallest and largest row and column.
func (g Group) Bounds() (low, high engine.Place) { return engine.Bounds(maps.Keys(g)) }

// Crosses reports whether the group has places in several rows and columns.
func (g Group) Crosses() bool {
	low, high := g.Bounds()
	return high.Row > low.Row && high.Col > low.Col
}

// Around reports whether a place of the group lies within nearRadius rows and columns of p.
func (g Group) Around(p engine.Place) bool {
	for row := -nearRadius; row <= nearRadius; row++ {
		for col := -nearRadius; col <= nearRadius; col++ {
			if g[p.Add(engine.Place{Row: row, Col: col})] {
				return true
			}
		}
	}
	return false
}

// nearRadius is how many rows and columns away a place counts as near.
const nearRadius = 2

// RowScore is the weight of tiles in a single row: lists and titles are rows, too.
const RowScore = 0.45
