package letters

import (
	"math"

	"tilewatch/engine"
)

// Of what the frame cuts off, so much of a face tells its color; so much likelier (logarithm) it is then a tile's than the table's.
const (
	cutLeast = 0.2
	cutColor = 3.0
	cutGrid  = 9 // samples a side
)

// cut is how many tiles beside the board's lie only in part in the picture: their letters are not guessed.
func (s *seer) cut(b *board) (n int) {
	var sure, bare []*cell
	linked := b.linked()
	for _, c := range b.list() {
		switch {
		case c.tile && !c.bare && linked[c.place]:
			sure = append(sure, c)
		case c.odds < -1.5:
			bare = append(bare, c)
		}
	}
	if len(sure) < 3 || len(bare) < 3 {
		return 0
	}
	seen := map[engine.Place]bool{}
	for _, c := range sure {
		for _, q := range c.place.Neighbors() {
			if b.cells[q] != nil || seen[q] {
				continue
			}
			seen[q] = true
			part := &cell{place: q, frame: b.frame(float64(q.Row), float64(q.Col))}
			if !s.partly(part) {
				continue
			}
			if like, unlike := nearestColor(part, sure), nearestColor(part, bare); (unlike*unlike-like*like)/2 > cutColor {
				n++
			}
		}
	}
	return n
}

// partly takes the color of a face of which the picture shows a part; false if it shows all or too little.
func (s *seer) partly(c *cell) bool {
	var inside [][3]float64
	for i := range cutGrid * cutGrid {
		at := func(k int) float64 { return 2 * faceReach * ((float64(k)+0.5)/cutGrid - 0.5) }
		if p := c.frame.point(at(i%cutGrid), at(i/cutGrid)); s.r.Inside(p) {
			inside = append(inside, s.r.At(p))
		}
	}
	if share := float64(len(inside)) / (cutGrid * cutGrid); share == 1 || share < cutLeast {
		return false
	}
	c.ground = medianColor(inside)
	return true
}

// Another structure has so many tiles, in more than one row, and is worth so much.
const (
	secondTiles = 5
	secondWorth = 16
)

// second is how many tiles another of the boards has that lies beside this one; racks and titles, which are rows, are none.
func (b *board) second(others []*board) int {
	for _, o := range others {
		g := o.linked()
		low, high := g.bounds()
		if len(g) < secondTiles || o.worth < secondWorth || min(high.Row-low.Row, high.Col-low.Col) < 1 {
			continue
		}
		over := 0
		for p := range g {
			if b.covers(o.at(p.Row, p.Col), onPlace) {
				over++
			}
		}
		if float64(over) <= math.Floor(float64(len(g))/5) {
			return len(g)
		}
	}
	return 0
}

// mostOutside is how many steps along rows and columns lead at most from one part of a board to another outside of the picture.
const mostOutside = 8

// meetOutside says whether two groups may hang together by tiles beyond the picture's edge: both reach it nearby.
func (b *board) meetOutside(g, other group) bool {
	if b.color(g) < asTiles*b.color(other) {
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
func (b *board) atEdge(p engine.Place) bool {
	for _, q := range p.Neighbors() {
		if b.outside[q] {
			return true
		}
	}
	return false
}
