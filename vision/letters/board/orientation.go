package board

import "gonum.org/v1/gonum/floats"

// bestOrientation is the quarter turn in which the letters read best; values stand at the lower right.
func (b *Board) bestOrientation() int {
	var sums [4]float64
	for _, c := range b.List() {
		if !c.Lettered || !c.Seeded {
			continue
		}
		for k := range sums {
			sums[k] += max(c.Letters[k][c.Best[k]], leastLogLetter)
			if c.valueX != 0 || c.valueY != 0 {
				x, y := rotate(c.valueX, c.valueY, k)
				if x > valueOff && y > valueOff {
					sums[k]++
				}
			}
		}
	}
	return floats.MaxIdx(sums[:])
}

// rotate is a vector after quarter turns clockwise.
func rotate(x, y float64, quarters int) (float64, float64) {
	for range quarters & 3 {
		x, y = -y, x
	}
	return x, y
}

// Evidence of the way up. Hand-set.
const (
	leastLogLetter = -6   // log-probability of a letter that one cell counts at least
	valueOff       = 0.08 // how far right of and below the letter's middle its value stands at least, sides of the face
)
