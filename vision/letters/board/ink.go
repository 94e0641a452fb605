package board

import "math"

// A letter that blur has run together or light has broken reads as none, and still nothing but a tile of this set shows a face of
// that color, gaps around it as tiles have, and ink as strong as its letters' where they stand.
const (
	InkLeast  = 0.65 // of the letters' usual contrast
	inkSmall  = 0.45 // of their height, the longer side of what is left of one
	inkLarge  = 1.6  // of their height, a letter together with its value
	InkCrowd  = 2
	inkOdds   = 0.7  // log-odds of a tile then
	faceColor = 0.25 // log-odds by color of a face without print
	faceSides = 0.75 // and by its sides: each alone is weak evidence
	linkOdds  = 1.0  // log-odds of a tile next to it
)

// addInk accepts places next to tiles with this set's print although no letter is read there, and blank faces. Blur runs a letter together and
// glare breaks it, and still only a tile of this set has a face of that color, gaps around it, and ink of that contrast where letters stand.
func (b *Board) addInk(u Typical) {
	if u.Contrast == 0 {
		return
	}
	var found []*Cell
	for _, c := range b.List() {
		inked := b.letterInk(c, u) && c.ColorOdds > 0 && c.SideOdds > 0
		face := c.Blank && c.Contrast < u.mostGrain && c.ColorOdds > faceColor && c.SideOdds > faceSides
		if !c.Tile && (inked || face) && b.NextToTile(c) {
			found = append(found, c)
		}
	}
	for _, c := range found {
		c.Unread, c.Odds, c.Tile = !c.Blank, inkOdds, true
	}
}

// letterInk reports whether the print at a cell is as strong as letters, no larger, and where they stand.
func (b *Board) letterInk(c *Cell, u Typical) bool {
	if !c.Lettered || c.Blank || c.Clutter > InkCrowd || c.Contrast < InkLeast*u.Contrast {
		return false
	}
	long := max(c.Wide, c.High)
	return long > inkSmall*b.LetterHeight && long < inkLarge*b.LetterHeight && math.Hypot(c.MidX-u.X, c.MidY-u.Y) < usualReach
}

// NextToTile reports whether a likely tile lies next to the cell.
func (b *Board) NextToTile(c *Cell) bool {
	for k := range c.Sides {
		if d := b.Cells[c.Place.Add(sideSteps[k])]; d != nil && d.Odds > linkOdds {
			return true
		}
	}
	return false
}
