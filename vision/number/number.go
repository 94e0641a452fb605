package number

import (
	"math"
	"slices"

	"tilewatch/ocr/digit"
	"tilewatch/ocr/glyph"
)

// Digit is a digit with its likelihoods.
type Digit struct {
	Box
	Read digit.Likelihoods
}

// How a digit is shown to the reader. Hand-set: 0.56 to 0.6 of the face read boards and racks alike.
const (
	faceSide   = 40  // pixels
	digitShare = 0.6 // of the reader's face
)

// face shows what stands in a box and a rim around it; what lies farther off, or nearer to another box, is painted as ground.
func (p *Patch) face(b Box, others []Box, ground, rim float64) glyph.Face {
	f := glyph.Face{Size: faceSide, Pix: make([]uint8, faceSide*faceSide)}
	pix := glyph.Gray{W: p.Side, H: p.Side, Pix: p.Pix}
	step := b.Long() / digitShare / faceSide
	for i := range f.Pix {
		x, y := b.MidX()+(float64(i%faceSide)+0.5-faceSide/2)*step, b.MidY()+(float64(i/faceSide)+0.5-faceSide/2)*step
		v := ground
		if mine := b.off(x, y); mine < rim*b.Long() && !slices.ContainsFunc(others, func(o Box) bool { return o.off(x, y) < mine }) {
			v = pix.At((x-p.Of.X0)/p.unit()-0.5, (y-p.Of.Y0)/p.unit()-0.5)
		}
		f.Pix[i] = uint8(v + 0.5)
	}
	return f
}

// Read reads the digits of a number; rim is how much around them is theirs, a share of the longer side.
func (p *Patch) Read(reader *digit.Reader, boxes []Box, ground, rim float64) (all []Digit, err error) {
	for _, b := range boxes {
		read, err := reader.Read(p.face(b, boxes, ground, rim))
		if err != nil {
			return nil, err
		}
		all = append(all, Digit{b, read})
	}
	return all, nil
}

// Number is a number of one or two digits.
type Number struct {
	Digits []Digit
	Halves []Digit // of a single digit, where it may be two that touch
}

// Log-likelihoods of a number whose digits were not all separated. Hand-set.
const (
	Missing = -7.0 // a digit too few or too many
	askew   = -7.0 // two digits that do not stand side by side
	halved  = -1.0 // two digits that touch
	Unread  = -9.0 // least of one digit

	mostSlope = 0.5 // of the line through two digits' middles
)

// Likelihood is the log-likelihood of a number once its face is turned clockwise by so many quarter turns; 0 without digits.
func (n *Number) Likelihood(number, quarters int) float64 {
	read := func(d *Digit, want int) float64 { return max(d.Read[quarters][want], Unread) }
	one := math.Inf(-1)
	for i := range n.Digits {
		one = max(one, read(&n.Digits[i], number%10))
		if number > 9 {
			one = max(one, read(&n.Digits[i], number/10))
		}
	}
	switch {
	case len(n.Digits) == 0:
		return 0
	case number > 9 && len(n.Digits) == 2:
		return both(n.Digits, number, quarters)
	case number > 9 && len(n.Halves) == 2:
		return max(Missing+one, halved+both(n.Halves, number, quarters))
	case number > 9 || len(n.Digits) == 2:
		return Missing + one
	}
	return one
}

// both is the log-likelihood of two digits, left and right once turned.
func both(digits []Digit, number, quarters int) float64 {
	a, b := &digits[0], &digits[1]
	ax, ay := turned(a.MidX(), a.MidY(), quarters)
	bx, by := turned(b.MidX(), b.MidY(), quarters)
	sum := 0.0
	if math.Abs(ay-by) > mostSlope*math.Abs(ax-bx) {
		sum = askew
	}
	if ax > bx {
		a, b = b, a
	}
	return sum + max(a.Read[quarters][number/10], Unread) + max(b.Read[quarters][number%10], Unread)
}

// turned is a point after clockwise quarter turns about the middle.
func turned(x, y float64, quarters int) (float64, float64) {
	for range quarters {
		x, y = -y, x
	}
	return x, y
}
