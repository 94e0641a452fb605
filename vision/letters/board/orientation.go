package board

// orientations are the quarter turns in which letters may be upright, the likeliest first.
func (b *Board) orientations() []int {
	b.Turn = b.bestOrientation()
	ways := []int{b.Turn}
	var count [4]int
	for _, c := range b.List() {
		if c.Lettered && c.Seeded {
			if k, clear := c.orientation(); clear {
				count[k]++
			}
		}
	}
	for k, n := range count {
		if k != b.Turn && n >= max(wayLetters, count[b.Turn]/wayShare) {
			ways = append(ways, k)
		}
	}
	return ways
}

// An orientation is tried if enough letters support it.
const (
	wayLetters = 4   // letters that clearly read best in it
	wayShare   = 6   // the first orientation may have so many times as many
	wayClear   = 1.0 // log-likelihood by which a letter must read better than in any other
)

// orientation is the quarter turn in which a letter reads best, and whether that is clear.
func (c *Cell) orientation() (turn int, clear bool) {
	reads := func(k int) float64 { return c.Letters[k][c.Best[k]] }
	for k := range c.Letters {
		if reads(k) > reads(turn) {
			turn = k
		}
	}
	for k := range c.Letters {
		if k != turn && reads(k) > reads(turn)-wayClear {
			return turn, false
		}
	}
	return turn, true
}

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
	best := 0
	for k := range sums {
		if sums[k] > sums[best] {
			best = k
		}
	}
	return best
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
