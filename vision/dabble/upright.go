package dabble

import (
	"math"
	"slices"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/blob"
	"tilewatch/vision/geom"
)

// Limits of loose tiles.
const (
	looseTurn    = math.Pi / 6 // standard deviation of their turns
	mostLoose    = 1.75        // radians
	looseTrust   = 0.8         // of their values: their faces are located less exactly than those on racks
	surelyLoose  = 0.25        // least probability of a letter
	leastSpotted = -1.0
)

// looseReading is a loose tile that was read.
type looseReading struct {
	upright
	print
	rack  int // before which it lies
	read  int // under whose table it was read
	mark  int
	quad  engine.Quad
	score float64 // log-odds of its being a tile with that letter
}

// readLoose reads a loose tile: of the orientations it may have, the one with the best log-odds. They are minus infinity where there is no letter.
func (s *scan) readLoose(k *rack, c looseCandidate, ways []looseTile) looseReading {
	best := looseReading{score: math.Inf(-1)}
	for i := range ways {
		u, ok := s.upright(k, &ways[i])
		if !ok {
			continue
		}
		t := looseReading{upright: u, print: s.printAt(k, &u.patch), rack: c.rack, read: c.rack, mark: c.mark}
		t.score = s.odds(k, &t, ways[i].edge, s.candidates[c.mark].Plain)
		if t.score > best.score {
			best = t
		}
		if pair, ok := s.digraph(k, &t, &s.candidates[c.mark]); ok && pair.score > best.score {
			best = pair
		}
	}
	best.quad = best.patch.quad(s.cam)
	return best
}

// digraph is the tile of whose two letters the one read is one; false if it is alone.
func (s *scan) digraph(k *rack, t *looseReading, m *candidate) (pair looseReading, ok bool) {
	if t.class != 'L'-'A' && t.class != 'R'-'A' {
		return pair, false
	}
	for _, dx := range [2]float64{twinApart, -twinApart} {
		pair = *t
		pair.middle = t.middle.Add(t.x.Scale(dx))
		pair.print = s.printAt(k, &pair.patch)
		if _, ok := s.spanish(&pair.patch, &pair.print); ok {
			pair.score = s.odds(k, &pair, s.edgeVisibility(&pair.patch, blob.Luma(m.Ground)), m.Plain) + twinOdds
			return pair, true
		}
	}
	return pair, false
}

// twinOdds are the log-odds that two letters on a tile add.
const twinOdds = 3.0 // that two letters stand side by side on a tile

// Log-odds of a loose tile: logistic regression on the tiles and the other candidates before racks in rendered scenes on cloths of all kinds.
const (
	oddsOfAny     = -4.82
	oddsOfEdge    = -3.22 // of its sides that is seen, 0 to 1, and of its square
	oddsOfEdge2   = 7.16
	oddsOfLetter  = 0.41 // for each of the log-odds that there is that letter
	oddsOfHigh    = -3.0 // for how far the letter's height is from that of those on the rack, as a logarithm
	oddsOfHigher  = -2.8 // the same, to a bound
	oddsOfCorner  = 2.19 // that a value is in its corner
	oddsOfReadily = -1.14
	oddsOfLarge   = -0.28
	oddsOfJoined  = -0.33 // that letter and value have run together
	oddsOfInk     = -0.13
	oddsOfFull    = -2.88 // that the letter is but a filled square
	oddsOfPlain   = 4.39  // share of the ring around the letter that is of one color
	oddsOfTurn    = -0.58 // for each squared radian
)

// Bounds of the regression's features.
const (
	leastHighLetter    = 0.05 // sides
	mostHigher         = 0.6  // logarithm of heights
	mostSlightlyHigher = 0.15
	mostSure           = 0.999 // probability
	leastContrast      = 0.05  // of the contrast on the rack
	mostInkOff         = 1.5   // logarithm of contrasts
	largeSide          = 34    // pixels: the side of a face at which the logistic function is one half
	largeScale         = 5     // pixels, the logistic function's scale
)

// odds are the log-odds of a tile with that letter; edge is how much of its sides is seen, plain how much of its letter's ring is plastic.
func (s *scan) odds(k *rack, t *looseReading, edge, plain float64) float64 {
	higher := min(math.Abs(math.Log(max(t.letter.High(), leastHighLetter)/k.high)), mostHigher)
	sum := oddsOfAny + oddsOfEdge*edge + oddsOfEdge2*edge*edge + oddsOfPlain*plain + oddsOfTurn*t.away*t.away
	if t.letter.Y1 > valueLine {
		higher = min(2*math.Abs(t.letter.Y0+k.high/2), mostHigher)
		sum += oddsOfJoined
	}
	if t.solid {
		sum += oddsOfFull
	}
	sure := min(math.Exp(t.letters[t.class])/4, mostSure)
	sum += oddsOfLetter*math.Log(sure/(1-sure)) + oddsOfHigh*higher + oddsOfHigher*min(higher, mostSlightlyHigher)
	sum += oddsOfInk * min(math.Abs(math.Log(max(t.contrast, leastContrast*k.contrast)/k.contrast)), mostInkOff)
	q := t.patch.quad(s.cam)
	large := 1 / (1 + math.Exp(-(geom.Dist(q[0], q[1])-largeSide)/largeScale)) // whether values are large enough to be seen well
	if sum += oddsOfLarge * large; s.cornered(k, &t.patch, &t.print) {
		sum += oddsOfCorner + oddsOfReadily*large
	}
	return sum
}

// looseTile is what a loose tile shows.
func (s *scan) looseTile(k *rack, u *looseReading) rules.SeenTile {
	t := rules.SeenTile{Quad: u.quad, Tile: certain, Faces: facesOf(&u.letters)}
	face := u.patch
	if f, ok := s.spanish(&u.patch, &u.print); ok {
		t.Faces[f] = certain
	} else {
		face = s.valueModel(k).aligned(u.patch, &u.print, !descends(u.class))
	}
	if t.Values = s.value(k, &face); t.Values != nil {
		for v := range t.Values {
			t.Values[v] *= looseTrust
		}
	}
	return t
}

// descends reports whether a letter reaches below the line in many fonts.
func descends(class int) bool { return class == 'J'-'A' || class == 'Q'-'A' }

// printAt is the print on a face of a rack's set.
func (s *scan) printAt(k *rack, p *patch) print {
	return printOf(grays(s.r, s.cam, p), k.dark)
}

// cornered reports whether a value is printed in the corner, however faintly.
func (s *scan) cornered(k *rack, p *patch, pr *print) bool {
	if !pr.value.Empty() {
		return true
	}
	part := s.corner(k, p)
	return slices.ContainsFunc(inkShares[:], func(share float64) bool { return len(part.boxes(share)) > 0 })
}

// upright is a loose tile turned so that its letter can be read.
type upright struct {
	patch
	letters engine.LetterLikelihoods
	class   int // the likeliest letter
	like    float64
	away    float64 // radians between its rows and the rack's
}

// upright turns a loose tile so that its letter can be read; false if it has none.
func (s *scan) upright(k *rack, l *looseTile) (best upright, ok bool) {
	c := cut(s.r, s.cam, &l.patch, faceSize, -0.5, -0.5, 0.5, 0.5)
	face, err := glyph.NewFace(c.size, c.pixels)
	if err != nil {
		return best, false
	}
	read, err := s.letters.Read(face)
	if err != nil {
		return best, false
	}
	best.like = math.Inf(-1)
	for q := range 4 {
		turned := l.patch.turned(q)
		away := math.Acos(min(max(turned.x.Unit().Dot(k.right), -1), 1))
		class, _ := read.Best(q)
		if away > mostLoose || class == engine.BlankIndex || math.Exp(read[q][class])/4 < surelyLoose {
			continue
		}
		if like := read[q][class] - away*away/(2*looseTurn*looseTurn); like > best.like {
			best, ok = upright{turned, read[q], class, like, away}, true
		}
	}
	return best, ok
}

// turned is the patch whose picture is this one's turned clockwise by quarter turns.
func (p patch) turned(quarters int) patch {
	for range quarters {
		p.x, p.y = p.y.Scale(-1), p.x
	}
	return p
}

// looseCandidate is a candidate that may be the letter of a loose tile.
type looseCandidate struct {
	rack int
	mark int
}

// looseTile is a loose tile for one angle of the table.
type looseTile struct {
	patch
	edge float64 // visible share of its sides, 0 to 1
}
