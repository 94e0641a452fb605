package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/face"
)

// kind is what the tiles of a photo have in common.
type kind struct {
	dark   bool
	colors [][3]float64               // of plastics, blue, green, red
	letter func(engine.Point) float64 // how high a letter is at a place of the picture, pixels
	high   float64                    // of letters, in sides of a tile
	ink    float64                    // their contrast as a share of the plastic's gray level; 0: unknown
}

// kind is that of the board's tiles.
func kindOn(b *board.Board) *kind {
	k := &kind{dark: b.Dark, high: b.High}
	var tiles []*board.Cell
	var inks []float64
	linked := b.Linked()
	for _, c := range b.List() {
		if c.Tile && !c.Bare && linked[c.Place] {
			tiles = append(tiles, c)
			inks = append(inks, c.InkShare())
			k.colors = append(k.colors, c.Ground)
		}
	}
	if len(inks) > 0 {
		slices.Sort(inks)
		k.ink = inks[len(inks)/2]
	}
	k.letter = func(p engine.Point) float64 { return pitchAt(b, p, tiles) * b.High }
	return k
}

// pitchAt is the length of a step anywhere on the table. Far from the tiles it is known by them only roughly.
func pitchAt(b *board.Board, p engine.Point, tiles []*board.Cell) float64 {
	best, near := math.Inf(1), 0.0
	for _, c := range tiles {
		if d := geom.Dist(c.Frame.Point(0, 0), p); d < best {
			best, near = d, b.Pitch(float64(c.Place.Row), float64(c.Place.Col))
		}
	}
	x, y, ok := b.H.Back(p)
	if !ok {
		return near
	}
	return min(max(b.Pitch(y, x), near/mostFar), near*mostFar)
}

// kindOf is the kind of tiles that lie about without a board: the largest set of sure letters of one color and polarity.
// It also tells how many sure letters it has. Small letters in a picture so long count for less: they are mostly print.
func kindOf(marks []candidate.Mark, long float64) (*kind, int) {
	var sure []candidate.Mark
	for _, m := range marks {
		if slices.Max(m.Letter[:]) > 0.8 {
			sure = append(sure, m)
		}
	}
	var best []candidate.Mark
	most := 0.0
	for _, m := range sure {
		var like []candidate.Mark
		sum := 0.0
		for _, o := range sure {
			if o.Dark == m.Dark && geom.Similar(o.Long(), m.Long(), 1.5) && candidate.HueGap(o.Ground, m.Ground) < candidate.KindColor {
				like = append(like, o)
				small := min(o.Long()/(board.LeastSide*usualHigh*long), 1)
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
		return slices.ContainsFunc(other.colors, func(d [3]float64) bool { return candidate.HueGap(c, d) < candidate.KindColor })
	})
}

// fits says whether the mark may be a letter on such a tile.
func (k *kind) fits(m *candidate.Mark) bool {
	sure, color := m.Letter[m.Direction()], candidate.KindColor
	if m.Line { // much is a bar: it must have a tile's very color
		sure, color = sure/candidate.LineWorth, lineColor
	}
	size := m.Long() / k.letter(m.At)
	if m.Dark != k.dark || sure < leastSure || size < sizeLeast || size > sizeMost {
		return false
	}
	return k.has(m.Ground, color)
}

// same says whether the mark has a tile's very color around it, and the size of its letters.
func (k *kind) same(m *candidate.Mark) bool {
	return k.has(m.Ground, lineColor) && m.Long()/k.letter(m.At) < board.SizeSame
}

// has says whether a color is that of a plastic.
func (k *kind) has(color [3]float64, gap float64) bool {
	return slices.ContainsFunc(k.colors, func(c [3]float64) bool { return candidate.HueGap(c, color) < gap })
}

// frame is that of a tile around the mark.
func (k *kind) frame(m *candidate.Mark) face.Frame {
	s, c := math.Sincos(float64(m.Direction()) * math.Pi / 2 / candidate.Angles)
	high := k.letter(m.At)
	d := face.PatchReach * min(max(sizeOwn*m.Long(), 0.8*high), 1.4*high) / k.high
	x, y := engine.Point{X: d * c, Y: d * s}, engine.Point{X: -d * s, Y: d * c}
	return face.FrameOf(engine.Quad{geom.Sub(geom.Sub(m.At, x), y), geom.Sub(geom.Add(m.At, x), y), geom.Add(geom.Add(m.At, x), y), geom.Add(geom.Sub(m.At, x), y)})
}

// Limits of what lies loose and is of the kind.
const (
	leastSure = 0.65 // to be a letter, by a glance; half of it for a bar, which may be an I
	sizeLeast = 0.74 // of the size that a letter has on the board; turned ones reach further, and those nearer are larger
	sizeMost  = 2.3
	sizeOwn   = 0.88 // of the mark's extent, a letter's height, most often
	lineColor = 5.0
	usualHigh = 0.5 // of a letter, in sides of a tile, where nothing tells
	leastKind = 3   // letters that make a kind of their own
	mostFar   = 1.5 // times that of the nearest tile a step may be large
)
