package still

import (
	"slices"

	"tilewatch/engine"
)

// renamed is the reading, whose cells and banks are the caller's own, after a person said that the tiles of one color are another player's: the two trade all that they have.
func (r Reading) renamed(from, to engine.Color) Reading {
	swap := func(c engine.Color) engine.Color { return c.Swapped(from, to) }
	r.Racks = slices.Clone(r.Racks)
	r.Plastics = engine.Renamed(r.Plastics, from, to)
	for _, cells := range [][]Cell{r.Cells, r.Unlikely.Cells} {
		for i := range cells {
			c := &cells[i]
			sure := c.sure()
			c.Color, c.Or.Color = swap(c.Color), swap(c.Or.Color)
			if slices.ContainsFunc(r.Plastics, func(p engine.Plastic) bool { return p.Color == c.Color && p.Confidence == 1 }) {
				sure.Color = 1
			}
			c.Settle(sure)
		}
	}
	for i := range r.Racks {
		r.Racks[i].Color = swap(r.Racks[i].Color)
	}
	for _, banks := range [][]Bank{r.Banks, r.Unlikely.Banks} {
		for i := range banks {
			if c := banks[i].Color; c != nil {
				owner := swap(*c)
				banks[i].Color = &owner
			}
		}
	}
	return r
}
