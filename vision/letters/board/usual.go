package board

import (
	"math"
	"slices"
)

// usual is what most of a board's letters have in common.
type Usual struct {
	Contrast float64 // gray levels, 0: unknown
	faint    float64 // what the grain of a blank tile may have
	X, Y     float64 // of letters' middles, in steps from their places'
}

// Of the letters' contrast, what is fainter may be grain, and what is much fainter is no letter; shadows are half as deep.
const (
	blankInk   = 45 // gray levels, where nothing tells
	grainInk   = 0.7
	faintInk   = 0.45
	usualReach = 0.22 // of a step, from where letters usually stand: tiles slide
)

// usual is what the letters of the board that read well have in common.
func (b *Board) Usual(list []*Cell) Usual {
	var contrasts, xs, ys []float64
	for _, c := range list {
		if c.Lettered && !c.Label && c.Letters[b.Turn][c.Best[b.Turn]] > 0 {
			contrasts, xs, ys = append(contrasts, c.Contrast), append(xs, c.MidX), append(ys, c.MidY)
		}
	}
	if len(contrasts) < 3 {
		return Usual{faint: blankInk}
	}
	for _, list := range [][]float64{contrasts, xs, ys} {
		slices.Sort(list)
	}
	m := len(xs) / 2
	return Usual{contrasts[m], min(grainInk*contrasts[m], 2*blankInk), xs[m], ys[m]}
}

// odds are what the contrast and the place of a letter say.
func (u Usual) odds(b *Board, c *Cell) (odds float64) {
	if u.Contrast == 0 || !c.Lettered {
		return 0
	}
	if ratio := c.Contrast / u.Contrast; ratio < faintInk {
		odds -= min(4*math.Log(faintInk/ratio), 4)
	}
	if off := math.Hypot(c.MidX-u.X, c.MidY-u.Y); off > usualReach {
		odds -= min((off-usualReach)/0.06, 4)
	}
	return odds
}
