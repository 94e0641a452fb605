package board

import (
	"math"
	"slices"

	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
)

// byColor brings in what the colors of the faces around say.
func (b *Board) byColor(u Usual) {
	var sure, bare []*Cell
	list := b.List()
	sureOnes := lattice.Group{}
	for _, c := range list {
		if c.Odds > 1.5 {
			sure = append(sure, c)
			sureOnes[c.Place] = true
		}
	}
	for _, c := range list {
		// What lies further off may be a rack's tiles, which stand on no lattice.
		if c.Odds < -1.5 && c.Contrast < 2*u.faint && sureOnes.Around(c.Place) {
			bare = append(bare, c)
		}
	}
	if len(sure) < 3 || len(bare) < 3 {
		return
	}
	light, lit := b.plain(list, sureOnes)
	for _, c := range list {
		like, unlike := NearestColor(c, sure), min(NearestColor(c, bare), unlikeMost)
		c.Color = min(max((unlike*unlike-like*like)/2, -4), 4)
		switch {
		case c.Bare && lit:
			c.Color = min(max(light.odds(c), -4), 4)
		case c.Bare && like+c.Contrast/u.faint > bareUnlike:
			c.Color = min(c.Color, 0) // it is neither's
		}
		if !c.Bare {
			c.Odds += min(c.Color, 2)
		} else if c.Contrast < u.faint {
			c.Odds += min(bareColor*c.Color, 4) // nothing else tells it
		}
		c.Tile = c.Odds > 0
	}
}

// plain is the light over the board by its sure tiles and the bare places around them; false if it is not needed or not known.
func (b *Board) plain(list []*Cell, sure lattice.Group) (plain, bool) {
	var tiles, bare []*Cell
	for _, c := range list {
		switch {
		case !c.Bare && c.Odds > 2:
			tiles = append(tiles, c)
		case c.Bare && c.Odds < -1 && sure.Around(c.Place):
			bare = append(bare, c)
		}
	}
	p, ok := plainOf(tiles, bare)
	return p, ok && p.alike()
}

// unlikeMost is how unlike bare places' a color is at most: one unlike any other is rather a print's on the board than a tile's.
const unlikeMost = 5.6

// bareUnlike is how unlike the tiles' a blank's color is at most, the more so the plainer it is; those of blanks are up to 3.1.
const bareUnlike = 3.7

// bareColor multiplies what the color of a face says on which nothing is printed.
const bareColor = 1.8

// colorNear is how many of the nearest colors are looked at.
const colorNear = 3

// nearestColor is how far the nearest colors among cells are, on average, in standard deviations of one plastic in one light.
// Those further away on the table count for a little more, for light changes.
func NearestColor(c *Cell, of []*Cell) float64 {
	var near []float64
	for _, o := range of {
		if o == c {
			continue
		}
		d := math.Hypot(float64(o.Place.Row-c.Place.Row), float64(o.Place.Col-c.Place.Col))
		near = append(near, math.Sqrt(candidate.HueGap(o.Ground, c.Ground)+0.02*d*d))
	}
	slices.Sort(near)
	near = near[:min(len(near), colorNear)]
	sum := 0.0
	for _, d := range near {
		sum += d
	}
	return min(sum/float64(max(len(near), 1)), 6)
}
