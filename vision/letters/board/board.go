package board

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/lattice"
)

// board is a lattice with what is seen at its places.
type Board struct {
	*lattice.Lattice
	Long  float64 // the picture's longer side, pixels
	Cells map[engine.Place]*Cell
	Dark  bool
	Turn  int // quarter turns clockwise after which the letters stand upright
	High  float64
	Worth float64

	Outside lattice.Group // places beside those looked at that the picture does not show, or only in part
}

// marked are the places with marks, put down to be looked at first.
func (b *Board) Marked() (fresh []*Cell) {
	for _, p := range b.Places() {
		c := &Cell{Place: p, Frame: b.Frame(float64(p.Row), float64(p.Col)), Marked: true}
		b.Cells[p] = c
		fresh = append(fresh, c)
	}
	return fresh
}

// list are the cells by row, then column.
func (b *Board) List() []*Cell {
	list := make([]*Cell, 0, len(b.Cells))
	for _, c := range b.Cells {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *Cell) int { return engine.ComparePlaces(a.Place, b.Place) })
	return list
}

// tall is how high the letter stands once it is upright.
func (b *Board) tall(c *Cell) float64 {
	if b.Turn%2 == 1 {
		return c.Wide
	}
	return c.High
}

// covers says whether a point lies at a place of the board that was looked at, of those asked for.
func (b *Board) Covers(p engine.Point, of func(*Cell) bool) bool {
	for _, c := range b.Cells {
		if of(c) && geom.Dist(c.Frame.Point(0, 0), p) < besideStep*b.Pitch(float64(c.Place.Row), float64(c.Place.Col)) {
			return true
		}
	}
	return false
}

func OnTile(c *Cell) bool { return c.Tile }

func OnPlace(c *Cell) bool { return true }

// besideStep is how near to a place of the board nothing lies loose, in pitches.
const besideStep = 0.8
