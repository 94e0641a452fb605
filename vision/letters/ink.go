package letters

import "math"

// A letter that blur has run together or light has broken reads as none, and still nothing but a tile of this set shows a face of
// that color, gaps around it as tiles have, and ink as strong as its letters' where they stand.
const (
	inkLeast  = 0.65 // of the letters' usual contrast
	inkSmall  = 0.45 // of their height, the longer side of what is left of one
	inkLarge  = 1.6  // run together with its value
	inkCrowd  = 2
	inkOdds   = 0.7  // log-odds of a tile then
	faceColor = 0.25 // log-odds by color of a face on which nothing is printed, and by its sides: each alone tells little
	faceSides = 0.75
	linkOdds  = 1.0 // of one beside
)

// byInk brings in places beside tiles whose print is the set's although no letter is read there, and blank faces.
func (b *board) byInk(u usual) {
	if u.contrast == 0 {
		return
	}
	var found []*cell
	for _, c := range b.list() {
		inked := b.inked(c, u) && c.color > 0 && c.side > 0
		face := c.bare && c.contrast < u.faint && c.color > faceColor && c.side > faceSides
		if !c.tile && (inked || face) && b.besideTile(c) {
			found = append(found, c)
		}
	}
	for _, c := range found {
		c.unclear, c.odds, c.tile = !c.bare, inkOdds, true
	}
}

// inked says whether the print at a place is as strong as letters are, no larger, and where they stand.
func (b *board) inked(c *cell, u usual) bool {
	if !c.lettered || c.bare || c.label || c.crowd > inkCrowd || c.contrast < inkLeast*u.contrast {
		return false
	}
	long := max(c.wide, c.high)
	return long > inkSmall*b.high && long < inkLarge*b.high && math.Hypot(c.midX-u.x, c.midY-u.y) < usualReach
}

// besideTile says whether what is likely a tile lies beside.
func (b *board) besideTile(c *cell) bool {
	for k := range c.sides {
		if d := b.cells[c.place.Add(sideSteps[k])]; d != nil && d.odds > linkOdds {
			return true
		}
	}
	return false
}
