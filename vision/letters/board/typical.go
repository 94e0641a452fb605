package board

import (
	"math"
	"slices"
)

// Typical is what most of a board's letters have in common.
type Typical struct {
	Contrast  float64 // gray levels, 0: unknown
	mostGrain float64 // what the grain of a blank tile may have
	X, Y      float64 // of letters' middles, in steps from their places'
}

// Contrasts of grain and of faint letters.
const (
	blankInk   = 45   // gray levels that grain may have, where no letters are known
	grainInk   = 0.7  // of the letters' contrast, that grain may have
	faintInk   = 0.45 // of the letters' contrast, that letters have at least; shadows have half
	usualReach = 0.22 // steps from where letters usually stand: tiles slide
)

// Typical is what the letters have in common that read well.
func (b *Board) Typical(list []*Cell) Typical {
	var contrasts, xs, ys []float64
	for _, c := range list {
		if c.Lettered && c.Letters[b.Turn][c.Best[b.Turn]] > 0 {
			contrasts, xs, ys = append(contrasts, c.Contrast), append(xs, c.MidX), append(ys, c.MidY)
		}
	}
	if len(contrasts) < 3 {
		return Typical{mostGrain: blankInk}
	}
	for _, list := range [][]float64{contrasts, xs, ys} {
		slices.Sort(list)
	}
	m := len(xs) / 2
	return Typical{contrasts[m], min(grainInk*contrasts[m], 2*blankInk), xs[m], ys[m]}
}

// odds are the log-odds by contrast and place of a letter.
func (u Typical) odds(b *Board, c *Cell) (odds float64) {
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
