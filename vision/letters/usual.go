package letters

import (
	"math"
	"slices"
)

// usual is what most of a board's letters have in common.
type usual struct {
	contrast float64 // gray levels, 0: unknown
	faint    float64 // what the grain of a blank tile may have
	x, y     float64 // of letters' middles, in steps from their places'
}

// Of the letters' contrast, what is fainter may be grain, and what is much fainter is no letter; shadows are half as deep.
const (
	blankInk   = 45 // gray levels, where nothing tells
	grainInk   = 0.7
	faintInk   = 0.45
	usualReach = 0.22 // of a step, from where letters usually stand: tiles slide
)

// usual is what the letters of the board that read well have in common.
func (b *board) usual(list []*cell) usual {
	var contrasts, xs, ys []float64
	for _, c := range list {
		if c.lettered && !c.label && c.letters[b.turn][c.best[b.turn]] > 0 {
			contrasts, xs, ys = append(contrasts, c.contrast), append(xs, c.midX), append(ys, c.midY)
		}
	}
	if len(contrasts) < 3 {
		return usual{faint: blankInk}
	}
	for _, list := range [][]float64{contrasts, xs, ys} {
		slices.Sort(list)
	}
	m := len(xs) / 2
	return usual{contrasts[m], min(grainInk*contrasts[m], 2*blankInk), xs[m], ys[m]}
}

// odds are what the contrast and the place of a letter say.
func (u usual) odds(b *board, c *cell) (odds float64) {
	if u.contrast == 0 || !c.lettered {
		return 0
	}
	if ratio := c.contrast / u.contrast; ratio < faintInk {
		odds -= min(4*math.Log(faintInk/ratio), 4)
	}
	if off := math.Hypot(c.midX-u.x, c.midY-u.y); off > usualReach {
		odds -= min((off-usualReach)/0.06, 4)
	}
	return odds
}
