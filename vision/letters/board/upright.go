package board

// waysUp are quarter turns in which letters may stand upright: first that in which they read best, names of rows and columns left out.
func (b *Board) waysUp() []int {
	b.noLabels()
	b.Turn = b.upright()
	b.findLabels()
	b.Turn = b.upright()
	ways := []int{b.Turn}
	var count [4]int
	for _, c := range b.List() {
		if c.Lettered && c.Marked && !c.Label {
			if k, clear := c.upright(); clear {
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

// A way up is tried that so many letters ask for clearly, and so many of those that ask for the first.
const (
	wayLetters = 4
	wayShare   = 6
	wayClear   = 1.0 // by how much a letter is likelier (logarithm) one way up than any other
)

// upright is the quarter turn in which a letter reads best, and whether that is clear.
func (c *Cell) upright() (turn int, clear bool) {
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

// upright is the quarter turn in which the letters read best; values stand low on the right.
func (b *Board) upright() int {
	var sums [4]float64
	for _, c := range b.List() {
		if !c.Lettered || !c.Marked || c.Label {
			continue
		}
		for k := range sums {
			sums[k] += max(c.Letters[k][c.Best[k]], -6)
			if c.valueX != 0 || c.valueY != 0 {
				x, y := turned(c.valueX, c.valueY, k)
				if x > 0.08 && y > 0.08 {
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

// turned is a step after so many quarter turns clockwise.
func turned(x, y float64, quarters int) (float64, float64) {
	for range quarters & 3 {
		x, y = -y, x
	}
	return x, y
}
