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
	usualFoot      = 0.22 // of letters, from a face's middle
	leastSpanish   = 30.0 // pixels of a tile: parts of smaller ones are guessed
	twinApart      = 0.17 // about, from a tile's middle to that of one of its letters
)

// spanish recognizes Ñ, LL and RR by their parts; ok is false for all other faces.
func (s *scan) spanish(p *patch, pr *print) (face int, ok bool) {
	if q := p.quad(s.cam); geom.Dist(q[0], q[1]) < leastSpanish {
		return 0, false
	}
	parts := pr.letterParts()
	if len(parts) == 1 && parts[0].y1 > valueLine { // the value has run together with it
		b := &parts[0]
		b.y1, b.x1 = usualFoot, min(b.x1, -b.x0-2*letterLeft)
	}
	switch {
	case len(parts) == 1 && parts[0].wide() > twinTogether*parts[0].high():
		b := parts[0]
		middle := (b.x0 + b.x1) / 2
		return s.twins(p, box{b.x0, b.y0, middle, b.y1}, box{middle, b.y0, b.x1, b.y1})
	case len(parts) != 2:
		return 0, false
	case parts[1].high() < tildeHigh*parts[0].high():
		n, tilde := parts[0], parts[1]
		off := math.Abs(n.x0 + n.x1 - tilde.x0 - tilde.x1)
		above := tilde.y1 < n.y0+partMargin && tilde.wide() > tildeWide*n.wide() && off < 2*tildeAstray
		return rules.EnyeFace, above && s.partIs(p, n, 'N', partUnderTilde)
	case parts[0].x0 > parts[1].x0:
		return s.twins(p, parts[1], parts[0])
	default:
		return s.twins(p, parts[0], parts[1])
	}
}

// twins reports whether two parts are the letters of LL or RR.
func (s *scan) twins(p *patch, left, right box) (face int, ok bool) {
	if right.y1 > min(valueLine, left.y1+valueBelow) { // the value, or some of it, has run together with it
		right.y1, right.x1 = left.y1, min(right.x1, right.x0+left.wide())
	}
	high := max(left.high(), right.high())
	alike := math.Abs(left.high()-right.high()) < twinAlike*high && math.Abs(left.y0-right.y0) < twinAlike*high
	if !alike || high < twinHigh || left.x1 > right.x0+partMargin {
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
	half := b.high() / partShare / 2
	x, y := (b.x0+b.x1)/2, (b.y0+b.y1)/2
	c := cut(s.r, s.cam, p, faceSize, x-half, y-half, x+half, y+half)
	c.keep(box{(b.x0 - x) / half / 2, (b.y0 - y) / half / 2, (b.x1 - x) / half / 2, (b.y1 - y) / half / 2})
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
	x0, y0, x1, y1 := at(b.x0-partMargin), at(b.y0-partMargin), at(b.x1+partMargin), at(b.y1+partMargin)
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
		if b.wide()*b.high() > leastPart {
			large = append(large, b)
		}
	}
	for i := range large {
		if large[i].high() > large[0].high() {
			large[0], large[i] = large[i], large[0]
		}
	}
	return large
}

// leastPart is the least area of a letter's part, squared sides of the face: smaller ones are specks. Hand-set.
const leastPart = 0.004
