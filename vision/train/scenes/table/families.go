package table

import (
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

func (f family) paint(r *rand.Rand) (*painter, layer) {
	p := newPainter(r)
	f.draw(p)
	if p.c == nil {
		return p, layer{flat: p.col[0]}
	}
	return p, lay(r, newTexture(p.c), rgb{})
}
