package board

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/lattice"
)

// Board is a lattice with a cell for each of its places that was read.
type Board struct {
	*lattice.Lattice
	PictureSide  float64 // the picture's longer side, pixels
	Cells        map[engine.Place]*Cell
	DarkInk      bool
	Turn         int     // quarter turns clockwise after which the letters are upright
	LetterHeight float64 // height of the letters, in steps
	Score        float64 // how much it looks like a board

	Outside lattice.Group // places that the picture does not show, or only in part
}

// Seed adds a cell for each candidate of the lattice, and returns the cells.
func (b *Board) Seed() (fresh []*Cell) {
	for _, p := range b.Places() {
		c := &Cell{Place: p, Frame: b.Frame(float64(p.Row), float64(p.Col)), Seeded: true}
		b.Cells[p] = c
		fresh = append(fresh, c)
	}
	return fresh
}

// List are the cells by row, then column.
func (b *Board) List() []*Cell {
	list := make([]*Cell, 0, len(b.Cells))
	for _, c := range b.Cells {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *Cell) int { return engine.ComparePlaces(a.Place, b.Place) })
	return list
}

// letterHeight is the height of a cell's letter once it is upright, in steps.
func (b *Board) letterHeight(c *Cell) float64 {
	if b.Turn%2 == 1 {
		return c.Wide
	}
	return c.High
}

// Covers reports whether a point lies at a cell that passes the filter.
func (b *Board) Covers(p engine.Point, of func(*Cell) bool) bool {
	for _, c := range b.Cells {
		if of(c) && geom.Dist(c.Frame.Point(0, 0), p) < besideStep*b.Pitch(float64(c.Place.Row), float64(c.Place.Col)) {
			return true
		}
	}
	return false
}

// OnTile is a filter for Covers: cells with tiles.
func OnTile(c *Cell) bool { return c.Tile }

// OnPlace is a filter for Covers: all cells.
func OnPlace(c *Cell) bool { return true }

// besideStep is the distance from a place within which nothing lies loose, in pitches.
const besideStep = 0.8
