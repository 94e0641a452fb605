package board

import (
	"math"

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
	tiles, table := PaletteOf(sure), PaletteOf(bare)
	for _, c := range list {
		like, unlike := tiles.Gap(c), min(table.Gap(c), mostUnlike)
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

// Palette are the colors of cells.
type Palette []swatch

type swatch struct {
	of   *Cell
	tint candidate.Tint
}

// PaletteOf are the cells' colors.
func PaletteOf(cells []*Cell) Palette {
	p := make(Palette, len(cells))
	for i, c := range cells {
		p[i] = swatch{c, candidate.TintOf(c.Ground)}
	}
	return p
}

// nearestColors is the number of the nearest colors that Gap averages, and mostGap its limit.
const (
	nearestColors = 3
	mostGap       = 6
)

// Gap is the mean distance of the cell's color from the nearest ones of other cells, in standard deviations of one plastic in one light. Cells farther away
// on the table count a little more, since light changes.
func (p Palette) Gap(c *Cell) float64 {
	var nearest [nearestColors]float64 // squares, ascending
	found, tint := 0, candidate.TintOf(c.Ground)
	for _, s := range p {
		if s.of == c {
			continue
		}
		row, col := float64(s.of.Place.Row-c.Place.Row), float64(s.of.Place.Col-c.Place.Col)
		d := s.tint.Distance(tint) + 0.02*(row*row+col*col)
		if found < nearestColors {
			found++
		} else if d >= nearest[found-1] {
			continue
		}
		i := found - 1
		for ; i > 0 && nearest[i-1] > d; i-- {
			nearest[i] = nearest[i-1]
		}
		nearest[i] = d
	}
	sum := 0.0
	for _, d := range nearest[:found] {
		sum += math.Sqrt(d)
	}
	return min(sum/float64(max(found, 1)), mostGap)
}

// What color is learned from. Hand-set.
const (
	surelyTile   = 1.5  // log-odds of a cell above which its color is a tile's,
	SurelyBare   = -1.5 // and below which it is the board's
	ColorSamples = 3    // fewer cells of either kind say nothing
)
