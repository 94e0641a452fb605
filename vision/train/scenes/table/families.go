package table

import (
	"math"
	"math/rand/v2"
)

// family is a kind of pattern.
type family struct {
	name   string
	weight float64 // of its being drawn
	held   bool    // back from training
	floor  bool    // a floor may have it too
	draw   func(p *painter)
}

// families are all kinds of pattern. Those that resemble tiles most (letters, boards, tile floors) are drawn more often.
var families = []family{
	{"plain", 1.5, false, true, func(*painter) {}},
	{"stripes", 1, false, false, stripes},
	{"checks", 1, false, true, checks},
	{"gingham", 1, false, false, gingham},
	{"plaid", 1, false, false, plaid},
	{"lines", 1, false, false, lines},
	{"zigzag", 0.7, false, false, zigzag},
	{"linen", 0.7, false, true, linen},
	{"straw", 0.8, false, false, straw},
	{"dots", 1, false, false, dots},
	{"argyle", 0.8, true, false, argyle},
	{"houndstooth", 0.6, false, false, houndstooth},
	{"patchwork", 1, false, false, patchwork},
	{"carpet", 0.8, true, true, carpet},
	{"lace", 0.8, false, false, lace},
	{"flowers", 1, false, false, flowers},
	{"letters", 2, false, false, scatteredLetters},
	{"newspaper", 1, false, false, newspaper},
	{"board", 1.8, false, false, gameBoard},
	{"confetti", 0.8, true, false, confetti},
	{"hexagons", 1, false, true, hexagons},
	{"mosaic", 1.2, false, false, mosaic},
	{"tiles", 2, false, true, tileFloor},
	{"brick", 0.8, false, true, brick},
	{"parquet", 0.8, false, true, parquet},
	{"herringbone", 0.8, true, true, herringbone},
	{"planks", 1.2, false, true, planks},
	{"wood", 1.5, false, true, wood},
	{"stone", 0.8, false, true, stone},
	{"terrazzo", 0.8, true, true, terrazzo},
	{"granite", 0.8, false, true, granite},
	{"camouflage", 0.8, false, false, camouflage},
	{"map", 0.7, false, false, worldMap},
	{"lacquer", 0.7, false, false, lacquer},
}

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

func (f family) paint(r *rand.Rand) (*painter, layer) {
	p := newPainter(r)
	f.draw(p)
	if p.c == nil {
		return p, layer{flat: p.col[0]}
	}
	return p, lay(r, newTexture(p.c), rgb{})
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
