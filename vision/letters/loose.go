package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
)

// kind is what the tiles of a photo have in common.
type kind struct {
	dark   bool
	colors [][3]float64               // of plastics, blue, green, red
	letter func(engine.Point) float64 // how high a letter is at a place of the picture, pixels
	high   float64                    // of letters, in sides of a tile
	ink    float64                    // their contrast as a share of the plastic's gray level; 0: unknown
}

// Limits of what lies loose and is of the kind.
const (
	leastSure  = 0.65 // to be a letter, by a glance; half of it for a bar, which may be an I
	sizeLeast  = 0.74 // of the size that a letter has on the board; turned ones reach further, and those nearer are larger
	sizeMost   = 2.3
	sizeOwn    = 0.88 // of the mark's extent, a letter's height, most often
	kindColor  = 14.0 // squared distance of colors
	lineColor  = 5.0
	usualHigh  = 0.5 // of a letter, in sides of a tile, where nothing tells
	leastKind  = 3   // letters that make a kind of their own
	mostFar    = 1.5 // times that of the nearest tile a step may be large
	besideStep = 0.8 // of a pitch: nearer to a place of the board nothing lies loose
)

// kind is that of the board's tiles.
func (b *board) kind() *kind {
	k := &kind{dark: b.dark, high: b.high}
	var tiles []*cell
	var inks []float64
	linked := b.linked()
	for _, c := range b.list() {
		if c.tile && !c.bare && linked[c.place] {
			tiles = append(tiles, c)
			inks = append(inks, c.inkShare())
			k.colors = append(k.colors, c.ground)
		}
	}
	if len(inks) > 0 {
		slices.Sort(inks)
		k.ink = inks[len(inks)/2]
	}
	k.letter = func(p engine.Point) float64 { return b.pitchAt(p, tiles) * b.high }
	return k
}

// pitchAt is the length of a step anywhere on the table. Far from the tiles it is known by them only roughly.
func (b *board) pitchAt(p engine.Point, tiles []*cell) float64 {
	best, near := math.Inf(1), 0.0
	for _, c := range tiles {
		if d := geom.Dist(c.frame.point(0, 0), p); d < best {
			best, near = d, b.pitch(float64(c.place.Row), float64(c.place.Col))
		}
	}
	x, y, ok := b.h.Back(p)
	if !ok {
		return near
	}
	return min(max(b.pitch(y, x), near/mostFar), near*mostFar)
}

// kindOf is the kind of tiles that lie about without a board: the largest set of sure letters of one color and polarity.
// It also tells how many sure letters it has. Small letters in a picture so long count for less: they are mostly print.
func kindOf(marks []mark, long float64) (*kind, int) {
	var sure []mark
	for _, m := range marks {
		if slices.Max(m.letter[:]) > 0.8 {
			sure = append(sure, m)
		}
	}
	var best []mark
	most := 0.0
	for _, m := range sure {
		var like []mark
		sum := 0.0
		for _, o := range sure {
			if o.Dark == m.Dark && geom.Similar(o.Long(), m.Long(), 1.5) && hueGap(o.Ground, m.Ground) < kindColor {
				like = append(like, o)
				small := min(o.Long()/(leastSide*usualHigh*long), 1)
				sum += small * small
			}
		}
		if sum > most {
			best, most = like, sum
		}
	}
	if len(best) < leastKind {
		return nil, 0
	}
	k := &kind{dark: best[0].Dark, high: usualHigh}
	var sizes []float64
	for _, m := range best {
		k.colors, sizes = append(k.colors, m.Ground), append(sizes, m.Long())
	}
	slices.Sort(sizes)
	k.letter = func(engine.Point) float64 { return 0.92 * sizes[len(sizes)/2] }
	return k, len(best)
}

// shares says whether both have a color in common.
func (k *kind) shares(other *kind) bool {
	return k != nil && slices.ContainsFunc(k.colors, func(c [3]float64) bool {
		return slices.ContainsFunc(other.colors, func(d [3]float64) bool { return hueGap(c, d) < kindColor })
	})
}

// loose are the tiles of a kind that lie beside the board, which may be nil.
func (s *seer) loose(k *kind, b *board, marks []mark) ([]Tile, error) {
	of := *s
	of.dark, of.high, of.samples = k.dark, k.high, 3
	var tiles, bars []Tile
	for i := range marks {
		m := &marks[i]
		if !k.fits(m) || b != nil && b.covers(m.At, onTile) {
			continue
		}
		least := float64(looseOdds)
		if b != nil && b.covers(m.At, onPlace) { // squares have print, too
			if m.line || !b.astray(m) || !k.same(m) {
				continue
			}
			least = astrayOdds
		}
		c := &cell{frame: k.frame(m)}
		if !s.within(&c.frame) {
			continue
		}
		if err := of.look(c); err != nil {
			return nil, err
		}
		t, ok := k.tile(c, least)
		switch {
		case !ok || slices.ContainsFunc(tiles, t.over) || slices.ContainsFunc(bars, t.over):
		case bestLetter(&t.Letters) == 'I'-'A':
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

// fits says whether the mark may be a letter on such a tile.
func (k *kind) fits(m *mark) bool {
	sure, color := m.letter[m.direction()], kindColor
	if m.line { // much is a bar: it must have a tile's very color
		sure, color = sure/lineWorth, lineColor
	}
	size := m.Long() / k.letter(m.At)
	if m.Dark != k.dark || sure < leastSure || size < sizeLeast || size > sizeMost {
		return false
	}
	return k.has(m.Ground, color)
}

// same says whether the mark has a tile's very color around it, and the size of its letters.
func (k *kind) same(m *mark) bool {
	return k.has(m.Ground, lineColor) && m.Long()/k.letter(m.At) < sizeSame
}

// has says whether a color is that of a plastic.
func (k *kind) has(color [3]float64, gap float64) bool {
	return slices.ContainsFunc(k.colors, func(c [3]float64) bool { return hueGap(c, color) < gap })
}

// direction is that in which the mark is likeliest a letter.
func (m *mark) direction() int {
	best := 0
	for a, sure := range m.letter {
		if sure > m.letter[best] {
			best = a
		}
	}
	return best
}

// frame is that of a tile around the mark.
func (k *kind) frame(m *mark) frame {
	s, c := math.Sincos(float64(m.direction()) * math.Pi / 2 / angles)
	high := k.letter(m.At)
	d := patchReach * min(max(sizeOwn*m.Long(), 0.8*high), 1.4*high) / k.high
	x, y := engine.Point{X: d * c, Y: d * s}, engine.Point{X: -d * s, Y: d * c}
	return frameOf(engine.Quad{geom.Sub(geom.Sub(m.At, x), y), geom.Sub(geom.Add(m.At, x), y), geom.Add(geom.Add(m.At, x), y), geom.Add(geom.Sub(m.At, x), y)})
}

// tile is the tile that was looked at; false if it shows no letter of such log-odds at least.
func (k *kind) tile(c *cell, least float64) (Tile, bool) {
	if !c.lettered {
		return Tile{}, false
	}
	turn := 0
	for q := range c.letters {
		if c.letters[q][c.best[q]] > c.letters[turn][c.best[turn]] {
			turn = q
		}
	}
	b := board{turn: turn, high: k.high}
	c.odds = b.letterOdds(c)
	if ratio := c.inkShare() / k.ink; k.ink > 0 && ratio < looseInk { // the grain of a carpet reads as letters, too
		c.odds -= looseFaint * math.Log(looseInk/ratio)
	}
	return b.tileOf(c, false), c.odds > least
}

// Beside the board a letter whose ink is fainter than a share of that on the board loses log-odds for each e-fold.
const (
	looseInk   = 0.55
	looseFaint = 10
)

// inkShare is the print's contrast as a share of the plastic's gray level: shadows and lamps change both.
func (c *cell) inkShare() float64 {
	const floor = 12
	return c.contrast / (blob.Luma(c.ground) + floor)
}

// looseOdds are the log-odds from which on a letter beside the board is told.
const looseOdds = 1

// covers says whether a point lies at a place of the board that was looked at, of those asked for.
func (b *board) covers(p engine.Point, of func(*cell) bool) bool {
	for _, c := range b.cells {
		if of(c) && geom.Dist(c.frame.point(0, 0), p) < besideStep*b.pitch(float64(c.place.Row), float64(c.place.Col)) {
			return true
		}
	}
	return false
}

func onTile(c *cell) bool  { return c.tile }
func onPlace(c *cell) bool { return true }

// A loose tile among the places of the board lies there by chance; what is printed on a square stands upright in its middle.
const (
	astrayReach = 0.15 // steps
	astrayTurn  = 2    // of the directions in which a mark is read
	astrayOdds  = 2.5
	sizeSame    = 1.6
)

// astray says whether a mark stands beside the middle of a place, or turned.
func (b *board) astray(m *mark) bool {
	q, ok := b.placeWithin(m.At, astrayReach)
	if !ok {
		return true
	}
	turn := (m.direction() - b.angle(q) + angles) % angles
	return min(turn, angles-turn) >= astrayTurn
}

// over says whether two tiles lie at one place.
func (t *Tile) over(o Tile) bool {
	mid := func(q engine.Quad) engine.Point { return geom.Scale(geom.Add(q[0], q[2]), 0.5) }
	return geom.Dist(mid(t.Quad), mid(o.Quad)) < 0.5*geom.Dist(t.Quad[0], t.Quad[1])
}
