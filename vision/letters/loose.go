package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
)

// loose are the tiles of a kind that lie beside the board, which may be nil.
func (s *seer) loose(k *kind, b *board.Board, marks []candidate.Mark) ([]Tile, error) {
	of := *s
	of.dark, of.high, of.samples = k.dark, k.high, 3
	var tiles, bars []Tile
	for i := range marks {
		m := &marks[i]
		if !k.fits(m) || b != nil && b.Covers(m.At, board.OnTile) {
			continue
		}
		least := float64(looseOdds)
		if b != nil && b.Covers(m.At, board.OnPlace) { // squares have print, too
			if m.Line || !b.Astray(m) || !k.same(m) {
				continue
			}
			least = board.AstrayOdds
		}
		c := &board.Cell{Frame: k.frame(m)}
		if !s.within(&c.Frame) {
			continue
		}
		if err := of.look(c); err != nil {
			return nil, err
		}
		t, ok := k.tile(c, least)
		switch {
		case !ok || slices.ContainsFunc(tiles, t.over) || slices.ContainsFunc(bars, t.over):
		case board.BestLetter(&t.Letters) == 'I'-'A':
			bars = append(bars, t)
		default:
			tiles = append(tiles, t)
		}
	}
	if len(bars) > mostBars && len(bars) > len(tiles) {
		return tiles, nil // the lines of a grid or a cloth
	}
	return append(tiles, bars...), nil
}

// mostBars are so many letters I that may lie about among fewer others.
const mostBars = 6

// tile is the tile that was looked at; false if it shows no letter of such log-odds at least.
func (k *kind) tile(c *board.Cell, least float64) (Tile, bool) {
	if !c.Lettered {
		return Tile{}, false
	}
	turn := 0
	for q := range c.Letters {
		if c.Letters[q][c.Best[q]] > c.Letters[turn][c.Best[turn]] {
			turn = q
		}
	}
	b := board.Board{Turn: turn, High: k.high}
	c.Odds = b.LetterOdds(c)
	if ratio := c.InkShare() / k.ink; k.ink > 0 && ratio < looseInk { // the grain of a carpet reads as letters, too
		c.Odds -= looseFaint * math.Log(looseInk/ratio)
	}
	return tileOf(&b, c, false), c.Odds > least
}

// Beside the board a letter whose ink is fainter than a share of that on the board loses log-odds for each e-fold.
const (
	looseInk   = 0.55
	looseFaint = 10
)

// looseOdds are the log-odds from which on a letter beside the board is told.
const looseOdds = 1

// over says whether two tiles lie at one place.
func (t *Tile) over(o Tile) bool {
	mid := func(q engine.Quad) engine.Point { return geom.Scale(geom.Add(q[0], q[2]), 0.5) }
	return geom.Dist(mid(t.Quad), mid(o.Quad)) < 0.5*geom.Dist(t.Quad[0], t.Quad[1])
}
