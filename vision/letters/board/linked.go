package board

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/letters/lattice"
)

// linked is the largest group of tiles side by side, with those that one place parts from it: a tile that was not seen.
func (b *Board) Linked() lattice.Group {
	groups := b.groups()
	if len(groups) == 0 {
		return nil
	}
	best := groups[0]
	for more := true; more; {
		more = false
		for _, g := range groups[1:] {
			if !g.Within(best) && (len(g) >= leastPart && (b.near(g, best) || b.meetOutside(g, best)) || b.apart(g, best)) {
				for p := range g {
					best[p] = true
				}
				more = true
			}
		}
	}
	return best
}

// leastPart is how many tiles count as a part of the board that lost its link.
const leastPart = 2

// Boards have so many places a side; a part of one that stands by itself has so many tiles.
const (
	mostSide   = 21
	leastApart = 4
)

// apart says whether the group is a part of the other's board although it stands by itself: its letters go both ways and fit on one
// board, or it lies among the other's tiles. Racks and titles are rows beside the board.
func (b *Board) apart(g, other lattice.Group) bool {
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
		if !b.Cells[p].Bare {
			lettered[p] = true
		}
	}
	from, to = lettered.Bounds()
	return len(lettered) >= leastApart && to.Row > from.Row && to.Col > from.Col && b.Color(g) >= AsTiles*b.Color(other)
}

// near says whether one place parts the groups that may hold a tile.
func (b *Board) near(g, other lattice.Group) bool {
	for p := range g {
		for _, q := range p.Neighbors() {
			if c := b.Cells[q]; c != nil && c.Color < leastBridge {
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

// leastBridge are the log-odds by color of a place that may hold a tile although none was seen.
const leastBridge = -1.5

// groups are the groups of tiles side by side, the largest first.
func (b *Board) groups() []lattice.Group {
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

// mostOutside is how many steps along rows and columns lead at most from one part of a board to another outside of the picture.
const mostOutside = 8

// meetOutside says whether two groups may hang together by tiles beyond the picture's edge: both reach it nearby.
func (b *Board) meetOutside(g, other lattice.Group) bool {
	if b.Color(g) < AsTiles*b.Color(other) {
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

// atEdge says whether a place beside this one lies outside of the picture, or in part.
func (b *Board) atEdge(p engine.Place) bool {
	for _, q := range p.Neighbors() {
		if b.Outside[q] {
			return true
		}
	}
	return false
}

// asTiles is the share of what their color says for linked tiles that it must say for others: letters are printed on boards, too.
const AsTiles = 0.3

// color is what their color says for the group's tiles, the median.
func (b *Board) Color(g lattice.Group) float64 {
	var colors []float64
	for p := range g {
		if c := b.Cells[p]; c != nil && c.Tile {
			colors = append(colors, c.Color)
		}
	}
	if len(colors) == 0 {
		return 0
	}
	slices.Sort(colors)
	return colors[len(colors)/2]
}
