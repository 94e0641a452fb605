package letters

import (
	"math"
	"slices"

	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/face"
)

// loose are the tiles of a style off the board, which may be nil.
func (s *search) loose(k *style, b *board.Board, marks []candidate.Candidate) ([]Tile, error) {
	of := *s
	of.darkInk, of.letterHeight, of.supersampling = k.darkInk, k.letterHeight, 3
	var cells []*board.Cell
	var least []float64
	for i := range marks {
		m := &marks[i]
		if !k.fits(m) || b != nil && b.Covers(m.At, board.OnTile) {
			continue
		}
		odds := float64(looseOdds)
		if b != nil && b.Covers(m.At, board.OnPlace) { // squares have print, too
			if m.Bar || !b.Misplaced(m) || !k.hasSizeAndColor(m) {
				continue
			}
			odds = board.AstrayOdds
		}
		if c := (&board.Cell{Frame: k.frame(m)}); s.within(&c.Frame) {
			cells, least = append(cells, c), append(least, odds)
		}
	}
	if err := of.readAll(cells); err != nil {
		return nil, err
	}
	var all []Tile
	var frames []*face.Frame
	var needs []float64
	for i, c := range cells {
		if t, ok := k.tile(c, least[i]-mostBody); ok {
			all, frames, needs = append(all, t), append(frames, &c.Frame), append(needs, least[i])
		}
	}
	seen, err := of.seeBodies(frames, &offIt)
	if err != nil || b == nil && (seen.arePrint() || seen.inPart() || crowded(frames, seen.half)) {
		return nil, err
	}
	var tiles, bars []Tile
	for i := range all {
		t := all[i]
		t.Odds += min(evidenceOf(seen.ratios[i]), mostBody)
		switch {
		case t.Odds < needs[i] || slices.ContainsFunc(tiles, t.overlaps) || slices.ContainsFunc(bars, t.overlaps):
		case isBar(&t):
			bars = append(bars, t)
		default:
			tiles = append(tiles, t)
		}
	}
	if b == nil && len(tiles) == 0 || areLines(len(bars), len(bars)+len(tiles)) {
		bars = nil
	}
	return of.growRows(k, b, append(tiles, bars...), &seen)
}

// areLines reports whether so many letters I among all are too many to be letters: they are the lines of a grid or a cloth, pegs, or the notches that keep a
// score.
func areLines(bars, all int) bool {
	if 2*bars <= all {
		return false
	}
	chance, ways := 0.0, 1.0 // that so many of all are I, or more; ways to choose k of all
	for k := range all + 1 {
		if k >= bars {
			chance += ways * math.Pow(shareOfI, float64(k)) * math.Pow(1-shareOfI, float64(all-k))
		}
		ways *= float64(all-k) / float64(k+1)
	}
	return chance < leastChance
}

// shareOfI is the share of tiles with an I, which sets have of .06 to .1, and leastChance is how probable a set of letters is at least.
const shareOfI, leastChance = 0.1, 1e-3

func countBars(tiles []Tile) (n int) {
	for i := range tiles {
		if isBar(&tiles[i]) {
			n++
		}
	}
	return n
}

func isBar(t *Tile) bool { return board.BestLetter(&t.Letters) == 'I'-'A' }

// crowded reports whether half of the faces would lie on their neighbors: letters of a printed name stand closer than tiles can.
func crowded(frames []*face.Frame, half float64) bool {
	nearest := make([]float64, len(frames))
	for i, f := range frames {
		nearest[i] = math.Inf(1)
		q := f.Quad(half)
		for _, other := range frames {
			apart := geom.Dist(geom.Middle(q), geom.Middle(other.Quad(half))) / geom.Dist(q[0], q[1])
			if apart > onePlace {
				nearest[i] = min(nearest[i], apart)
			}
		}
	}
	slices.Sort(nearest)
	return len(nearest) > 0 && nearest[(len(nearest)-1)/2] < leastApart
}

// leastApart is how far apart tiles that lie side by side are at least, in sides as guessed from letters: of groups of tiles the lower median is 1.02 and more,
// of a board's printed name in seven views .65 to .91.
const leastApart = 0.96

// mostBody is what the body of a loose tile is worth at most, log-odds.
const mostBody = 2.0

// tile is the tile of a cell; false if its log-odds are too low.
func (k *style) tile(c *board.Cell, least float64) (Tile, bool) {
	if !c.Lettered {
		return Tile{}, false
	}
	turn := 0
	for q := range c.Letters {
		if c.Letters[q][c.Best[q]] > c.Letters[turn][c.Best[turn]] {
			turn = q
		}
	}
	b := board.Board{Turn: turn, LetterHeight: k.letterHeight * k.resize(c, turn)}
	c.Odds = b.LetterOdds(c)
	if ratio := c.InkShare() / k.ink; k.ink > 0 && ratio < looseInk { // the grain of a carpet reads as letters, too
		c.Odds -= looseFaint * math.Log(looseInk/ratio)
	}
	return tileOf(&b, c, false), c.Odds > least
}

// resize makes a cell's frame as large as its letter says, within limits, and returns by how much it grows.
func (k *style) resize(c *board.Cell, turn int) float64 {
	high := c.High
	if turn%2 == 1 {
		high = c.Wide
	}
	side := geom.Dist(c.Frame.Point(-0.5, 0), c.Frame.Point(0.5, 0))
	usual := k.letterSize(c.Frame.Point(0, 0)) / k.letterHeight / side
	by := min(max(high/k.letterHeight, leastGrown*usual), mostGrown*usual)
	c.Frame = face.FrameOf(c.Frame.Quad(by * face.PatchReach))
	return by
}

// Ink off the board that is fainter than on it lowers the log-odds: the grain of a carpet reads as letters, too.
const (
	looseInk   = 0.55 // of the contrast on the board, that costs nothing
	looseFaint = 10   // log-odds for each factor e below it
)

// looseOdds are the least log-odds of a loose tile.
const looseOdds = 1

// overlaps reports whether two tiles lie at one place.
func (t *Tile) overlaps(o Tile) bool {
	return geom.Dist(geom.Middle(t.Quad), geom.Middle(o.Quad)) < onePlace*geom.Dist(t.Quad[0], t.Quad[1])
}

// onePlace is how near the middles of two tiles lie that are one, in sides: tiles side by side are a side apart.
const onePlace = 0.5
