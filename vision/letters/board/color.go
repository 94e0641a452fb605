package board

import (
	"math"
	"slices"

	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/lattice"
)

// addColor adds the evidence of color: each cell's color against that of sure tiles and of empty places near them.
func (b *Board) addColor(u Typical) {
	var sure, bare []*Cell
	list := b.List()
	sureOnes := lattice.Group{}
	for _, c := range list {
		if c.Odds > surelyTile {
			sure = append(sure, c)
			sureOnes[c.Place] = true
		}
	}
	for _, c := range list {
		// What lies further off may be a rack's tiles, which stand on no lattice.
		if c.Odds < SurelyBare && c.Contrast < 2*u.mostGrain && sureOnes.Around(c.Place) {
			bare = append(bare, c)
		}
	}
	if len(sure) < ColorSamples || len(bare) < ColorSamples {
		return
	}
	light, lit := b.lightModel(list, sureOnes)
	for _, c := range list {
		like, unlike := ColorGap(c, sure), min(ColorGap(c, bare), mostUnlike)
		c.ColorOdds = min(max((unlike*unlike-like*like)/2, -4), 4)
		switch {
		case c.Blank && lit:
			c.ColorOdds = min(max(light.odds(c), -4), 4)
		case c.Blank && like+c.Contrast/u.mostGrain > mostBlankUnlike:
			c.ColorOdds = min(c.ColorOdds, 0) // it is neither's
		}
		if !c.Blank {
			c.Odds += min(c.ColorOdds, 2)
		} else if c.Contrast < u.mostGrain {
			c.Odds += min(blankColorWeight*c.ColorOdds, 4) // there is no other evidence
		}
		c.Tile = c.Odds > 0
	}
}

// lightModel is the light over the board, fitted to its sure tiles and to the empty places around them; false if it is unknown, or if tiles and
// places differ enough without it.
func (b *Board) lightModel(list []*Cell, sure lattice.Group) (lightModel, bool) {
	var tiles, bare []*Cell
	for _, c := range list {
		switch {
		case !c.Blank && c.Odds > 2:
			tiles = append(tiles, c)
		case c.Blank && c.Odds < -1 && sure.Around(c.Place):
			bare = append(bare, c)
		}
	}
	p, ok := fitLight(tiles, bare)
	return p, ok && p.overlap()
}

// mostUnlike is the largest color gap to empty places that counts: a color unlike any other is print on the board, not a tile's.
const mostUnlike = 5.6

// mostBlankUnlike is the largest color gap between a blank and the tiles; what texture it has is added. Blanks in the photographs have up to 3.1.
const mostBlankUnlike = 3.7

// blankColorWeight multiplies the evidence of color of a face without print.
const blankColorWeight = 1.8

// nearestColors is the number of the nearest colors that ColorGap averages.
const nearestColors = 3

// ColorGap is the mean distance of the cell's color from the nearest ones among cells, in standard deviations of one plastic in one light. Cells farther
// away on the table count a little more, since light changes.
func ColorGap(c *Cell, of []*Cell) float64 {
	var near []float64
	for _, o := range of {
		if o == c {
			continue
		}
		d := math.Hypot(float64(o.Place.Row-c.Place.Row), float64(o.Place.Col-c.Place.Col))
		near = append(near, math.Sqrt(candidate.ColorDistance(o.Ground, c.Ground)+0.02*d*d))
	}
	slices.Sort(near)
	near = near[:min(len(near), nearestColors)]
	sum := 0.0
	for _, d := range near {
		sum += d
	}
	return min(sum/float64(max(len(near), 1)), 6)
}

// What color is learned from. Hand-set.
const (
	surelyTile   = 1.5  // log-odds of a cell above which its color is a tile's,
	SurelyBare   = -1.5 // and below which it is the board's
	ColorSamples = 3    // fewer cells of either kind say nothing
)
