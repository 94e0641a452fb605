package dabble

import (
	"math"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/ocr/glyph"
	"tilewatch/vision/geom"
)

// Spanish tiles have print that others have not, in sides or in the letter's height: LL and RR are two smaller letters side by side, and Ñ is an N under a tilde.
const (
	twinAlike      = 0.2  // how far their heights and tops may differ
	twinHigh       = 0.25 // at least
	twinTogether   = 1.1  // how wide two that have run together are, at least
	tildeHigh      = 0.35 // at most
	tildeWide      = 0.3  // at least
	tildeAstray    = 0.12 // from the letter's middle
	partShare      = 0.53 // of a face that a letter's height is
	partSure       = 0.4  // that it is the letter
	valueBelow     = 0.08 // how much lower than its twin's a letter's foot is at least that has run together with the value
	partUnderTilde = 0.2  // the same, where a tilde says so already
	partMargin     = 0.04 // of a face
	leastSpanish   = 30.0 // pixels of a tile: parts of smaller ones are guessed
	twinApart      = 0.17 // about, from a tile's middle to that of one of its letters
)

// spanish recognizes Ñ, LL and RR by their parts; ok is false for all other faces.
func (s *scan) spanish(p *patch, pr *print) (face int, ok bool) {
	if q := p.quad(s.cam); geom.Dist(q[0], q[1]) < leastSpanish {
		return 0, false
	}
	parts := pr.letterParts()
	switch {
	case len(parts) == 1 && parts[0].Wide() > twinTogether*parts[0].High():
		b := parts[0]
		middle := b.MidX()
		return s.twins(p, box{X0: b.X0, Y0: b.Y0, X1: middle, Y1: b.Y1}, box{X0: middle, Y0: b.Y0, X1: b.X1, Y1: b.Y1})
	case len(parts) != 2:
		return 0, false
	case parts[1].High() < tildeHigh*parts[0].High():
		n, tilde := parts[0], parts[1]
		off := math.Abs(n.X0 + n.X1 - tilde.X0 - tilde.X1)
		above := tilde.Y1 < n.Y0+partMargin && tilde.Wide() > tildeWide*n.Wide() && off < 2*tildeAstray
		return rules.EnyeFace, above && s.partIs(p, n, 'N', partUnderTilde)
	case parts[0].X0 > parts[1].X0:
		return s.twins(p, parts[1], parts[0])
	default:
		return s.twins(p, parts[0], parts[1])
	}
}

// twins reports whether two parts are the letters of LL or RR.
func (s *scan) twins(p *patch, left, right box) (face int, ok bool) {
	if right.Y1 > min(valueLine, left.Y1+valueBelow) { // the value, or some of it, has run together with it
		right.Y1, right.X1 = left.Y1, min(right.X1, right.X0+left.Wide())
	}
	high := max(left.High(), right.High())
	alike := math.Abs(left.High()-right.High()) < twinAlike*high && math.Abs(left.Y0-right.Y0) < twinAlike*high
	if !alike || high < twinHigh || left.X1 > right.X0+partMargin {
		return 0, false
	}
	for letter, face := range map[byte]int{'L': rules.LLFace, 'R': rules.RRFace} {
		if s.partIs(p, left, letter, partSure) && s.partIs(p, right, letter, partSure) {
			return face, true
		}
	}
	return 0, false
}

// partIs reports whether a part of a print is that letter, with a least probability.
func (s *scan) partIs(p *patch, b box, letter byte, least float64) bool {
	half := b.High() / partShare / 2
	x, y := b.MidX(), b.MidY()
	c := cut(s.r, s.cam, p, faceSize, x-half, y-half, x+half, y+half)
	c.keep(box{X0: (b.X0 - x) / half / 2, Y0: (b.Y0 - y) / half / 2, X1: (b.X1 - x) / half / 2, Y1: (b.Y1 - y) / half / 2})
	face, err := glyph.NewFace(c.size, c.pixels)
	if err != nil {
		return false
	}
	l, err := s.letters.Read(face)
	if err != nil {
		return false
	}
	best, _ := l.Best(0)
	return best == int(letter-'A') && best != engine.BlankIndex && math.Exp(l[0][best])/4 > least
}

// keep paints all but a box and a margin in the color of the upper left corner.
func (c *cutout) keep(b box) {
	at := func(v float64) int { return int((v + 0.5) * float64(c.size)) }
	x0, y0, x1, y1 := at(b.X0-partMargin), at(b.Y0-partMargin), at(b.X1+partMargin), at(b.Y1+partMargin)
	ground := c.at(1, 1)
	for i := range c.pixels {
		if x, y := i%c.size, i/c.size; x < x0 || x > x1 || y < y0 || y > y1 {
			c.pixels[i] = ground
		}
	}
}

// letterParts are the letter's components without specks, the highest first.
func (p *print) letterParts() []box {
	var large []box
	for _, b := range p.parts {
		if b.Wide()*b.High() > leastPart {
			large = append(large, b)
		}
	}
	for i := range large {
		if large[i].High() > large[0].High() {
			large[0], large[i] = large[i], large[0]
		}
	}
	return large
}

// leastPart is the least area of a letter's part, squared sides of the face: smaller ones are specks. Hand-set.
const leastPart = 0.004
