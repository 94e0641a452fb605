package letters

import (
	"math"

	"tilewatch/vision"
)

// A hand that moved the camera has smeared the strokes that it moved across: at no threshold do they hang together. Where letters stand
// on this set's tiles is known by then, and what lies there is read as a whole.
const (
	wholeBelow = 0.0  // log-likelihood of the letter from which on nothing is looked for
	wholeSide  = 1.2  // of the window, in heights of a letter
	wholeInk   = 0.25 // of the ink, a stroke that counts for the letter's outline
	wholeGain  = 1.25 // smeared strokes are faint
	wholeMore  = 0.5  // log-likelihood
	wholeLeast = -4.0
)

// lookWhole reads the prints once more that have the set's ink but are no letters taken apart; false if none reads better so.
func (s *seer) lookWhole(b *board) (bool, error) {
	list := b.list()
	u := b.usual(list)
	if u.contrast == 0 {
		return false, nil
	}
	var faint []*cell
	for _, c := range list {
		if !c.label && c.contrast > inkLeast*u.contrast && c.color > 0 && c.crowd <= inkCrowd+1 && b.besideTile(c) &&
			(!c.lettered || c.letters[b.turn][c.best[b.turn]] < wholeBelow) {
			faint = append(faint, c)
		}
	}
	errs, better := make([]error, len(faint)), make([]bool, len(faint))
	vision.OnAllCores(len(faint), func(i int) { better[i], errs[i] = s.readWhole(faint[i], b, u) })
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
	ground, ink := p.levels(s.dark)
	var t printed
	p.inkOf(s.dark, ground, ink, &t)
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
	best := bestLetter(&letters[b.turn])
	if before := c.letters[b.turn][c.best[b.turn]]; c.lettered && letters[b.turn][best] < before+wholeMore || letters[b.turn][best] < wholeLeast {
		return false, nil
	}
	c.take(&t, &letters)
	return true, nil
}
