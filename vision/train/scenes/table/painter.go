package table

import (
	"math"
	"math/rand/v2"
)

// painter has what a family draws with. A family that opens no canvas is a plain of its first color.
type painter struct {
	r            *rand.Rand
	c            *canvas
	col          [colors]rgb
	tile, period float64 // mm
	hard         bool    // is no cloth: nothing pulls it
	glossy       bool
}

func newPainter(r *rand.Rand) *painter {
	tile := between(r, 20, 28)
	return &painter{r: r, col: drawPalette(r), tile: tile, period: tile * logBetween(r, 1.0/3, 4)}
}

// grid opens a canvas of cells of w by h and answers how many there are; each count is a multiple of of.
func (p *painter) grid(w, h float64, of int) (nx, ny int) {
	count := func(side float64) int {
		extent := min(max(6*side, 180), 420) // mm of a repeat: texels stay below 0.8 mm
		return of * max(1, int(math.Round(extent/side/float64(of))))
	}
	nx, ny = count(w), count(h)
	p.open(float64(nx)*w, float64(ny)*h)
	return nx, ny
}

// open opens a canvas of the first color.
func (p *painter) open(w, h float64) {
	p.c = newCanvas(w, h)
	p.c.fill(p.col[0])
}

// vary is a color a little brighter or darker.
func (p *painter) vary(c rgb, amount float64) rgb {
	return c.mul(float32(math.Exp(amount * p.r.NormFloat64())))
}

// any is one of the first n colors.
func (p *painter) any(n int) rgb { return p.col[p.r.IntN(n)] }

// cells calls f for each cell with its middle.
func cells(nx, ny int, w, h float64, f func(i, j int, x, y float64)) {
	for j := range ny {
		for i := range nx {
			f(i, j, (float64(i)+0.5)*w, (float64(j)+0.5)*h)
		}
	}
}
