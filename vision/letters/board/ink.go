package board

import "math"

// A letter that blur has run together or light has broken reads as none, and still nothing but a tile of this set shows a face of
// that color, gaps around it as tiles have, and ink as strong as its letters' where they stand.
const (
	InkLeast  = 0.65 // of the letters' usual contrast
	inkSmall  = 0.45 // of their height, the longer side of what is left of one
	inkLarge  = 1.6  // run together with its value
	InkCrowd  = 2
	inkOdds   = 0.7  // log-odds of a tile then
	faceColor = 0.25 // log-odds by color of a face on which nothing is printed, and by its sides: each alone tells little
	faceSides = 0.75
	linkOdds  = 1.0 // of one beside
)

// byInk brings in places beside tiles whose print is the set's although no letter is read there, and blank faces.
func (b *Board) byInk(u Usual) {
	if u.Contrast == 0 {
		return
	}
	var found []*Cell
	for _, c := range b.List() {
		inked := b.inked(c, u) && c.Color > 0 && c.side > 0
		face := c.Bare && c.Contrast < u.faint && c.Color > faceColor && c.side > faceSides
		if !c.Tile && (inked || face) && b.BesideTile(c) {
			found = append(found, c)
		}
	}
	for _, c := range found {
		c.Unclear, c.Odds, c.Tile = !c.Bare, inkOdds, true
	}
}

// inked says whether the print at a place is as strong as letters are, no larger, and where they stand.
func (b *Board) inked(c *Cell, u Usual) bool {
	if !c.Lettered || c.Bare || c.Label || c.Crowd > InkCrowd || c.Contrast < InkLeast*u.Contrast {
		return false
	}
	long := max(c.Wide, c.High)
	return long > inkSmall*b.High && long < inkLarge*b.High && math.Hypot(c.MidX-u.X, c.MidY-u.Y) < usualReach
}

// besideTile says whether what is likely a tile lies beside.
func (b *Board) BesideTile(c *Cell) bool {
	for k := range c.Sides {
		if d := b.Cells[c.Place.Add(sideSteps[k])]; d != nil && d.Odds > linkOdds {
			return true
		}
	}
	return false
}
