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

// Limits of the TABIT card, the only one in the middle that matters, hand-set.
const (
	middleReach = 1.9  // steps from the board's middle
	textLikely  = -3   // log-likelihood of a card with a text, for it to be read
	tabitRead   = 5.0  // log-likelihood ratio of the TABIT card if its word was read
	tabitUnread = -3.0 // the same if it was not
	tabitUnseen = -9.0 // the same if no card lies in the middle
	middleSlack = 1.3  // of middleReach: perspective stretches the board's near half
	leastCard   = 0.55 // area in square steps
	mostCard    = 2.4
	quadWide    = 0.86 // of a step: a card's width
	inBorder    = 0.84 // of a card: the part within its border
	mostStretch = 4    // ratio of the sides
	textHigh    = 64   // pixels of the short side of a card for Tesseract
)

// findTabitCard searches for the TABIT card, on the deck or among the discarded cards.
func (e *Eyes) findTabitCard(r *picture.Raster, b *board, look *tabit.Look) error {
	look.Tabit = tabitUnseen
	mid := b.lens.undistort(b.pixel(engine.Point{}))
	step := b.plane.step(engine.Point{})
	for i := range b.spots {
		s := &b.spots[i]
		if geom.Dist(b.lens.undistort(s.mid), mid) > middleReach*step*middleSlack || s.area < leastCard*step*step || s.area > mostCard*step*step {
			continue
		}
		for _, q := range b.orientations(s) {
			scores := kinds().Scores(rectify(r, scaled(q, KindWide/quadWide)).features())
			if scores[Text] < textLikely {
				continue
			}
			odds, err := e.tabitOdds(r, q)
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

// orientations are the four ways to read a spot's smallest quad.
func (b *board) orientations(s *spot) (ways [4]engine.Quad) {
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

// scaled is a quadrilateral scaled about its middle.
func scaled(q engine.Quad, by float64) engine.Quad {
	m := diagonalIntersection(q)
	for i := range q {
		q[i] = engine.Point{X: m.X + by*(q[i].X-m.X), Y: m.Y + by*(q[i].Y-m.Y)}
	}
	return q
}

// tabitOdds reads a card's text, and returns the log-likelihood ratio of the TABIT card.
func (e *Eyes) tabitOdds(r *picture.Raster, q engine.Quad) (float64, error) {
	wide := int(textHigh * geom.Dist(q[0], q[1]) / max(1, min(geom.Dist(q[0], q[1]), geom.Dist(q[1], q[2]))))
	high := int(textHigh * geom.Dist(q[1], q[2]) / max(1, min(geom.Dist(q[0], q[1]), geom.Dist(q[1], q[2]))))
	if wide > mostStretch*textHigh || high > mostStretch*textHigh {
		return tabitUnread, nil
	}
	h := homography.OfSquare(scaled(q, inBorder))
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
