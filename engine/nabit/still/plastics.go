package still

import (
	"slices"

	"tilewatch/engine"
)

// renamed is the reading after a person said that the tiles of one color are another player's: the two trade all that they have.
func (r Reading) renamed(from, to engine.Color) Reading {
	swap := func(c engine.Color) engine.Color {
		switch c {
		case from:
			return to
		case to:
			return from
		}
		return c
	}
	r.Racks, r.Banks = slices.Clone(r.Racks), slices.Clone(r.Banks)
	r.Plastics = engine.Renamed(r.Plastics, from, to)
	for i := range r.Cells {
		c := &r.Cells[i]
		sure := c.sure()
		c.Color, c.Or.Color = swap(c.Color), swap(c.Or.Color)
		if slices.ContainsFunc(r.Plastics, func(p engine.Plastic) bool { return p.Color == c.Color && p.Confidence == 1 }) {
			sure.Color = 1
		}
		c.Settle(sure)
	}
	for i := range r.Racks {
		r.Racks[i].Color = swap(r.Racks[i].Color)
	}
	for i := range r.Banks {
		if c := r.Banks[i].Color; c != nil {
			owner := swap(*c)
			r.Banks[i].Color = &owner
		}
	}
	return r
}
