package lattice

import (
	"maps"

	"tilewatch/engine"
)

// group is a group of linked tiles.
type Group map[engine.Place]bool

// size is how many tiles there are; those of one row count for less: titles and racks are rows, too.
func (g Group) Size() float64 {
	rows, cols := map[int]bool{}, map[int]bool{}
	for p := range g {
		rows[p.Row], cols[p.Col] = true, true
	}
	if min(len(rows), len(cols)) < 2 {
		return RowWorth * float64(len(g))
	}
	return float64(len(g))
}

// within says whether the group is a part of the other.
func (g Group) Within(other Group) bool {
	for p := range g {
		return other[p]
	}
	return true
}

// bounds are the group's smallest and largest row and column.
func (g Group) Bounds() (low, high engine.Place) { return engine.Bounds(maps.Keys(g)) }

// crosses says whether the group has tiles in several rows and columns.
func (g Group) Crosses() bool {
	low, high := g.Bounds()
	return high.Row > low.Row && high.Col > low.Col
}

// around says whether one of the group lies near a place.
func (g Group) Around(p engine.Place) bool {
	for row := -bareAround; row <= bareAround; row++ {
		for col := -bareAround; col <= bareAround; col++ {
			if g[p.Add(engine.Place{Row: row, Col: col})] {
				return true
			}
		}
	}
	return false
}

// bareAround is how far from a tile bare places are looked at, in steps along rows and columns.
const bareAround = 2

// rowWorth is what the tiles of one row count: lists and titles stand in rows, too.
const RowWorth = 0.45
