package tabit

import (
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/tabit"
	"tilewatch/ocr"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
	"tilewatch/vision/picture"
)

// Limits of the TABIT card, which is the only one in the middle that matters.
const (
	middleReach = 1.9 // steps from the board's middle
	textLikely  = -3  // natural logarithm of how probable a card with a text is, for it to be read
	tabitRead   = 5.0 // log-likelihood ratio of the TABIT card when that is what was read
	tabitUnread = -3.0
	textHigh    = 64 // pixels of the short side of a card shown to the reader of words
)

// middle searches for the TABIT card, on the deck or among the discarded cards.
func (e *Eyes) middle(r *picture.Raster, b *board, look *tabit.Look) error {
	look.Tabit = -9
	mid := b.lens.straight(b.pixel(engine.Point{}))
	step := b.plane.step(engine.Point{})
	for i := range b.seen {
		s := &b.seen[i]
		if geom.Dist(b.lens.straight(s.mid), mid) > middleReach*step*1.3 || s.area < 0.55*step*step || s.area > 2.4*step*step {
			continue
		}
		for _, q := range b.lying(s) {
			scores := kinds().Scores(cut(r, grown(q, KindWide/0.86)).look())
			if scores[Text] < textLikely {
				continue
			}
			odds, err := e.reads(r, q)
			if err != nil {
				return err
			}
			if odds > look.Tabit {
				look.Tabit, look.Middle = odds, q
			}
		}
	}
	return nil
}

// lying are the four ways to read a spot's smallest quad.
func (b *board) lying(s *spot) (ways [4]engine.Quad) {
	c := s.quads[len(s.quads)-1].corner
	if cross(c[0], c[1], c[2]) < 0 {
		c[1], c[3] = c[3], c[1]
	}
	for k := range ways {
		for i := range c {
			ways[k][i] = c[(i+k)%4]
		}
	}
	return ways
}

// grown is a quadrilateral scaled about its middle.
func grown(q engine.Quad, by float64) engine.Quad {
	m := meet(q)
	for i := range q {
		q[i] = engine.Point{X: m.X + by*(q[i].X-m.X), Y: m.Y + by*(q[i].Y-m.Y)}
	}
	return q
}

// reads reads a card's text, and returns the log-likelihood ratio of the TABIT card.
func (e *Eyes) reads(r *picture.Raster, q engine.Quad) (float64, error) {
	wide := int(textHigh * geom.Dist(q[0], q[1]) / max(1, min(geom.Dist(q[0], q[1]), geom.Dist(q[1], q[2]))))
	high := int(textHigh * geom.Dist(q[1], q[2]) / max(1, min(geom.Dist(q[0], q[1]), geom.Dist(q[1], q[2]))))
	if wide > 4*textHigh || high > 4*textHigh {
		return tabitUnread, nil
	}
	h := homography.OfSquare(grown(q, 0.84)) // without a border
	text := ocr.Text{W: wide, H: high, Pix: make([]uint8, wide*high)}
	for i := range text.Pix {
		p := engine.Point{X: (float64(i%wide) + 0.5) / float64(wide), Y: (float64(i/wide) + 0.5) / float64(high)}
		text.Pix[i] = uint8(r.GrayAt(h.At(p.X, p.Y)) + 0.5)
	}
	read, _, err := e.words.ReadText(text)
	if err != nil {
		return tabitUnread, err
	}
	if isTabit(read) {
		return tabitRead, nil
	}
	return tabitUnread, nil
}

// isTabit reports whether a text is the card's word, with one letter misread at most.
func isTabit(read string) bool {
	const word = "TABIT"
	read = strings.ToUpper(read)
	for at := 0; at+len(word) <= len(read); at++ {
		wrong := 0
		for i := range word {
			if read[at+i] != word[i] {
				wrong++
			}
		}
		if wrong <= 1 {
			return true
		}
	}
	return false
}
