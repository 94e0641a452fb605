package letters

import (
	"math"

	"tilewatch/ocr"
	"tilewatch/vision"
)

// A hand that moved the camera has smeared the strokes that it moved across: at no threshold do they hang together. Where letters stand
// on this set's tiles is known by then, and what lies there is read as a whole.
const (
	wholeBelow = 0.0  // log-likelihood of a letter that is none
	wholeSide  = 1.2  // of the window, in heights of a letter
	wholeInk   = 0.25 // of the ink, a stroke that counts for the letter's outline
	wholeGain  = 1.25 // smeared strokes are faint
	wholeMore  = 0.5  // log-likelihood, by which the whole reads better
	wholeLeast = -4.0
)

// lookWhole reads all letters once more, and the prints that have the set's ink but are no letters taken apart; false if none of these
// reads better so.
func (s *seer) lookWhole(b *board) (bool, error) {
	list := b.list()
	u := b.usual(list)
	if u.contrast == 0 {
		return false, nil
	}
	var prints []*cell
	for _, c := range list {
		inked := !c.label && c.contrast > inkLeast*u.contrast && c.color > 0 && c.crowd <= inkCrowd+1 && b.besideTile(c)
		if c.tile && c.lettered && !c.bare || inked {
			prints = append(prints, c)
		}
	}
	errs, better := make([]error, len(prints)), make([]bool, len(prints))
	vision.OnAllCores(len(prints), func(i int) { better[i], errs[i] = s.readWhole(prints[i], b, u) })
	any := false
	for i, err := range errs {
		if err != nil {
			return false, err
		}
		any = any || better[i]
	}
	return any, nil
}

// readWhole reads a window around where the set's letters stand; true if a letter reads better so than before.
func (s *seer) readWhole(c *cell, b *board, u usual) (bool, error) {
	var p patch
	c.frame.cut(s.r, &p, s.samples)
	dark := s.dark != c.other
	ground, ink := p.levels(dark)
	var t printed
	p.inkOf(dark, ground, ink, &t)
	half := wholeSide / 2 * b.high
	t.letter = box{patchSide, patchSide, 0, 0}
	for i := range t.ink {
		x, y := i%patchSide, i/patchSide
		at := box{x, y, x + 1, y + 1}
		if math.Abs(at.midX()-u.x) > half || math.Abs(at.midY()-u.y) > half {
			t.ink[i] = 0
			continue
		}
		if t.ink[i] > wholeInk {
			t.letter = t.letter.joined(at)
		}
		t.ink[i] *= wholeGain
	}
	if t.letter.x1 == 0 {
		return false, nil
	}
	letters, err := s.reader.Read(t.faceOf(&t.ink, s.high))
	if err != nil {
		return false, err
	}
	return c.opinion(&t, &letters, b.turn), nil
}

// opinion brings in how a face reads as a whole: in place of a print that is no letter taken apart, as one of two opinions beside a
// letter that it contradicts. True if the place's print reads better so.
func (c *cell) opinion(t *printed, letters *ocr.Letters, turn int) bool {
	own, whole := &c.letters[turn], &letters[turn]
	best := bestLetter(whole)
	switch clear := c.lettered && own[c.best[turn]] >= wholeBelow; {
	case clear && (best == c.best[turn] || whole[best] < wholeBelow):
		return false
	case clear:
		for i, l := range whole {
			own[i] = (max(own[i], noLetter) + max(l, noLetter)) / 2
		}
		c.best[turn] = bestLetter(own)
		return false
	case whole[best] < wholeLeast || c.lettered && whole[best] < own[c.best[turn]]+wholeMore:
		return false
	}
	c.take(t, letters)
	return true
}
