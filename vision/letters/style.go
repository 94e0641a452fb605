package letters

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters/board"
	"tilewatch/vision/letters/candidate"
	"tilewatch/vision/letters/face"
)

// style is what the tiles of a photo have in common.
type style struct {
	darkInk      bool
	colors       [][3]float64               // of plastics, blue, green, red
	letterSize   func(engine.Point) float64 // height of a letter at a point of the picture, pixels
	letterHeight float64                    // in sides of a tile
	ink          float64                    // contrast as a share of the plastic's gray level; 0: unknown
}

// styleOf is the style of the board's tiles.
func styleOf(b *board.Board) *style {
	k := &style{darkInk: b.DarkInk, letterHeight: b.LetterHeight}
	var tiles []*board.Cell
	var inks []float64
	linked := b.Structure()
	for _, c := range b.List() {
		if c.Tile && !c.Blank && linked[c.Place] {
			tiles = append(tiles, c)
			inks = append(inks, c.InkShare())
			k.colors = append(k.colors, c.Ground)
		}
	}
	k.ink = blob.UpperMedian(inks)
	k.letterSize = func(p engine.Point) float64 { return pitchAt(b, p, tiles) * b.LetterHeight }
	return k
}

// pitchAt is the length of a step at any point of the table. Far from the tiles the map is uncertain, so the nearest tile limits it.
func pitchAt(b *board.Board, p engine.Point, tiles []*board.Cell) float64 {
	best, near := math.Inf(1), 0.0
	for _, c := range tiles {
		if d := geom.Dist(c.Frame.Point(0, 0), p); d < best {
			best, near = d, b.Pitch(float64(c.Place.Row), float64(c.Place.Col))
		}
	}
	x, y, ok := b.Map.Back(p)
	if !ok {
		return near
	}
	return min(max(b.Pitch(y, x), near/mostFar), near*mostFar)
}

// looseStyle is the style of tiles without a board: the largest set of sure letters with one color and polarity. It also returns these. Letters that are
// small in the picture (whose longer side is long) count for less: most of them are print.
func looseStyle(marks []candidate.Candidate, long float64) (*style, []candidate.Candidate) {
	var sure []candidate.Candidate
	for _, m := range marks {
		if slices.Max(m.Letter[:]) > sureLetter {
			sure = append(sure, m)
		}
	}
	var best []candidate.Candidate
	most := 0.0
	for _, m := range sure {
		var like []candidate.Candidate
		sum := 0.0
		for _, o := range sure {
			if o.Dark == m.Dark && geom.Similar(o.Side(), m.Side(), 1.5) && candidate.ColorDistance(o.Ground, m.Ground) < candidate.SameColor {
				like = append(like, o)
				small := min(o.Side()/(board.LeastSide*usualHigh*long), 1)
				sum += small * small * o.OnBody()
			}
		}
		if sum > most {
			best, most = like, sum
		}
	}
	if len(best) < leastKind {
		return nil, nil
	}
	k := &style{darkInk: best[0].Dark, letterHeight: usualHigh}
	var sizes []float64
	for _, m := range best {
		k.colors, sizes = append(k.colors, m.Ground), append(sizes, m.Side())
	}
	usual := blob.UpperMedian(sizes)
	k.letterSize = func(engine.Point) float64 { return usual }
	return k, best
}

// shares reports whether both styles have a color in common.
func (k *style) shares(other *style) bool {
	return k != nil && slices.ContainsFunc(k.colors, func(c [3]float64) bool {
		return slices.ContainsFunc(other.colors, func(d [3]float64) bool { return candidate.ColorDistance(c, d) < candidate.SameColor })
	})
}

// fits reports whether a candidate may be a letter of this style.
func (k *style) fits(m *candidate.Candidate) bool {
	sure, color := m.Letter[m.BestDirection()], candidate.SameColor
	if m.Bar { // much is a bar: it must have a tile's very color
		sure, color = sure/candidate.BarWorth, lineColor
	}
	size := m.Side() / k.letterSize(m.At)
	if m.Dark != k.darkInk || sure < leastSure || size < sizeLeast || size > sizeMost {
		return false
	}
	return k.hasColor(m.Ground, color)
}

// hasSizeAndColor reports whether a candidate has exactly a tile's color around it, and the size of its letters.
func (k *style) hasSizeAndColor(m *candidate.Candidate) bool {
	return k.hasColor(m.Ground, lineColor) && m.Side()/k.letterSize(m.At) < board.SizeSame
}

// hasColor reports whether a color is within a distance of one of the plastics.
func (k *style) hasColor(color [3]float64, gap float64) bool {
	return slices.ContainsFunc(k.colors, func(c [3]float64) bool { return candidate.ColorDistance(c, color) < gap })
}

// frame is where the face of a loose tile lies whose letter is the candidate.
func (k *style) frame(m *candidate.Candidate) face.Frame {
	high := k.letterSize(m.At)
	half := face.PatchReach * min(max(m.Side(), leastGrown*high), mostGrown*high) / k.letterHeight
	return face.FrameOf(geom.Square(m.At, half, m.Turn()))
}

// Limits of loose letters.
const (
	leastSure             = 0.65     // least probability of a letter; a bar, which may be an I, counts more
	sizeLeast             = 0.55     // of a letter's size on the board
	sizeMost              = 2.3      // nearer ones are larger
	lineColor             = 5.0      // squared color distance within which two colors are one
	leastGrown, mostGrown = 0.8, 1.4 // letters' heights, of that of most
	usualHigh             = 0.5      // of a letter, in sides of a tile, where nothing else is known
	leastKind             = 3        // letters that make a style of their own
	mostFar               = 1.5      // most ratio of a step to that at the nearest tile
)

// sureLetter is the probability above which a letter says what its set looks like. Hand-set.
const sureLetter = 0.8
