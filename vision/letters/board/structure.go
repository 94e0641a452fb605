package board

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/letters/lattice"
)

// Structure is the largest group of tiles side by side, with the groups that are parts of it: over a missed tile, beyond the picture's border, or
// by themselves on the same board.
func (b *Board) Structure() lattice.Group {
	groups := b.components()
	if len(groups) == 0 {
		return nil
	}
	best := groups[0]
	for more := true; more; {
		more = false
		for _, g := range groups[1:] {
			if !g.PartOf(best) && (len(g) >= leastPart && (b.bridged(g, best) || b.meetBeyondEdge(g, best)) || b.detached(g, best)) {
				for p := range g {
					best[p] = true
				}
				more = true
			}
		}
	}
	return best
}

// leastPart is how many tiles make a part of a board without a link.
const leastPart = 2

// Sizes of boards.
const (
	mostSide   = 21 // places along each axis
	leastApart = 4  // letters of a detached part
)

// detached reports whether the group is a part of the other's board without a link: its letters run both ways and fit on one board, or it
// lies among the other's tiles. Racks and titles are rows beside the board.
func (b *Board) detached(g, other lattice.Group) bool {
	low, high := other.Bounds()
	from, to := g.Bounds()
	if len(g) >= leastPart && from.Row >= low.Row && from.Col >= low.Col && to.Row <= high.Row && to.Col <= high.Col {
		return true
	}
	if max(high.Row, to.Row)-min(low.Row, from.Row) >= mostSide || max(high.Col, to.Col)-min(low.Col, from.Col) >= mostSide {
		return false
	}
	lettered := lattice.Group{}
	for p := range g {
		if !b.Cells[p].Blank {
			lettered[p] = true
		}
	}
	from, to = lettered.Bounds()
	return len(lettered) >= leastApart && to.Row > from.Row && to.Col > from.Col && b.MedianColor(g) >= AsTiles*b.MedianColor(other)
}

// bridged reports whether one place separates the groups that may hold a missed tile.
func (b *Board) bridged(g, other lattice.Group) bool {
	for p := range g {
		for _, q := range p.Neighbors() {
			if c := b.Cells[q]; c != nil && c.ColorOdds < leastBridge {
				continue
			}
			for _, r := range q.Neighbors() {
				if other[r] {
					return true
				}
			}
		}
	}
	return false
}

// leastBridge are the log-odds by color of a place that may hold a missed tile.
const leastBridge = -1.5

// components are the groups of tiles side by side, the largest first.
func (b *Board) components() []lattice.Group {
	var all []lattice.Group
	seen := lattice.Group{}
	for _, c := range b.List() {
		if !c.Tile || seen[c.Place] {
			continue
		}
		g := lattice.Group{c.Place: true}
		for open := []engine.Place{c.Place}; len(open) > 0; {
			p := open[0]
			open = open[1:]
			seen[p] = true
			for _, q := range p.Neighbors() {
				if d := b.Cells[q]; d != nil && d.Tile && !g[q] {
					g[q] = true
					open = append(open, q)
				}
			}
		}
		all = append(all, g)
	}
	slices.SortStableFunc(all, func(a, b lattice.Group) int { return cmp.Compare(b.Size(), a.Size()) })
	return all
}

// mostOutside is how many steps along rows and columns lead from one part of a board to another outside of the picture at most.
const mostOutside = 8

// meetBeyondEdge reports whether tiles beyond the picture's border may link two groups: both reach the border near each other.
func (b *Board) meetBeyondEdge(g, other lattice.Group) bool {
	if b.MedianColor(g) < AsTiles*b.MedianColor(other) {
		return false
	}
	for p := range g {
		if !b.atEdge(p) {
			continue
		}
		for q := range other {
			if max(p.Row-q.Row, q.Row-p.Row)+max(p.Col-q.Col, q.Col-p.Col) <= mostOutside && b.atEdge(q) {
				return true
			}
		}
	}
	return false
}

// atEdge reports whether a place next to this one lies outside of the picture, or in part.
func (b *Board) atEdge(p engine.Place) bool {
	for _, q := range p.Neighbors() {
		if b.Outside[q] {
			return true
		}
	}
	return false
}

// AsTiles is the share of linked tiles' evidence of color that other tiles must have: boards have printed letters, too.
const AsTiles = 0.3

// MedianColor is the median evidence of color of the group's tiles.
func (b *Board) MedianColor(g lattice.Group) float64 {
	var colors []float64
	for p := range g {
		if c := b.Cells[p]; c != nil && c.Tile {
			colors = append(colors, c.ColorOdds)
		}
	}
	return blob.UpperMedian(colors)
}
