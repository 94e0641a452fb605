package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
)

// byColor brings in what the colors of the faces around say.
func (b *board) byColor(u usual) {
	var sure, bare []*cell
	list := b.list()
	sureOnes := group{}
	for _, c := range list {
		if c.odds > 1.5 {
			sure = append(sure, c)
			sureOnes[c.place] = true
		}
	}
	for _, c := range list {
		// What lies further off may be a rack's tiles, which stand on no lattice.
		if c.odds < -1.5 && c.contrast < 2*u.faint && sureOnes.around(c.place) {
			bare = append(bare, c)
		}
	}
	if len(sure) < 3 || len(bare) < 3 {
		return
	}
	light, lit := b.plain(list, sureOnes)
	for _, c := range list {
		like, unlike := nearestColor(c, sure), min(nearestColor(c, bare), unlikeMost)
		c.color = min(max((unlike*unlike-like*like)/2, -4), 4)
		switch {
		case c.bare && lit:
			c.color = min(max(light.odds(c), -4), 4)
		case c.bare && like+c.contrast/u.faint > bareUnlike:
			c.color = min(c.color, 0) // it is neither's
		}
		if !c.bare {
			c.odds += min(c.color, 2)
		} else if c.contrast < u.faint {
			c.odds += min(bareColor*c.color, 4) // nothing else tells it
		}
		c.tile = c.odds > 0
	}
}

// plain is the light over the board by its sure tiles and the bare places around them; false if it is not needed or not known.
func (b *board) plain(list []*cell, sure group) (plain, bool) {
	var tiles, bare []*cell
	for _, c := range list {
		switch {
		case !c.bare && c.odds > 2:
			tiles = append(tiles, c)
		case c.bare && c.odds < -1 && sure.around(c.place):
			bare = append(bare, c)
		}
	}
	p, ok := plainOf(tiles, bare)
	return p, ok && p.alike()
}

// unlikeMost is how unlike bare places' a color is at most: one unlike any other is rather a print's on the board than a tile's.
const unlikeMost = 5.6

// bareAround is how far from a tile bare places are looked at, in steps along rows and columns.
const bareAround = 2

// around says whether one of the group lies near a place.
func (g group) around(p engine.Place) bool {
	for row := -bareAround; row <= bareAround; row++ {
		for col := -bareAround; col <= bareAround; col++ {
			if g[p.Add(engine.Place{Row: row, Col: col})] {
				return true
			}
		}
	}
	return false
}

// bareUnlike is how unlike the tiles' a blank's color is at most, the more so the plainer it is; those of blanks are up to 3.1.
const bareUnlike = 3.7

// bareColor multiplies what the color of a face says on which nothing is printed.
const bareColor = 1.8

// colorNear is how many of the nearest colors are looked at.
const colorNear = 3

// nearestColor is how far the nearest colors among cells are, on average, in standard deviations of one plastic in one light.
// Those further away on the table count for a little more, for light changes.
func nearestColor(c *cell, of []*cell) float64 {
	var near []float64
	for _, o := range of {
		if o == c {
			continue
		}
		d := math.Hypot(float64(o.place.Row-c.place.Row), float64(o.place.Col-c.place.Col))
		near = append(near, math.Sqrt(hueGap(o.ground, c.ground)+0.02*d*d))
	}
	slices.Sort(near)
	near = near[:min(len(near), colorNear)]
	sum := 0.0
	for _, d := range near {
		sum += d
	}
	return min(sum/float64(max(len(near), 1)), 6)
}

// hueGap is the squared distance of two colors, hue counting for more than brightness.
func hueGap(a, b [3]float64) float64 {
	const floor, hueSpread, lightSpread = 12, 0.035, 0.12
	log := func(c [3]float64, k int) float64 { return math.Log((c[k] + floor) / (c[1] + floor)) }
	blue, red := (log(a, 0)-log(b, 0))/hueSpread, (log(a, 2)-log(b, 2))/hueSpread
	light := math.Log((blob.Luma(a)+floor)/(blob.Luma(b)+floor)) / lightSpread
	return blue*blue + red*red + light*light
}
