package inventory

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// board says which faces are tiles.
type board []bool

// masks is the number of sets of colors whose blank is used.
const masks = 1 << colors

// nothing are the worths before any face is looked at.
var nothing = [masks]float64(slices.Repeat([]float64{math.Inf(-1)}, masks))

// optimum is the board of the highest worth, connected or not: dynamic programming over the faces, by the colors whose blank is used. It is exact.
// A face that fixed forbids or demands stays so.
func optimum(faces []face, fixed func(i int) (off, on bool)) (b board, worth float64) {
	type step struct {
		from int
		tile bool
	}
	steps := make([][masks]step, len(faces))
	best := nothing
	best[0] = 0
	for i := range faces {
		f := &faces[i]
		mayLeave, mayStay := fixed(i)
		next := nothing
		for m := range next {
			take := func(from int, worth float64, tile bool) {
				if worth > next[m] {
					next[m], steps[i][m] = worth, step{from, tile}
				}
			}
			if mayLeave {
				take(m, best[m], false)
			}
			if !mayStay {
				continue
			}
			take(m, best[m]+f.letter, true)
			for k := range f.blank {
				if m>>k&1 == 1 {
					take(m&^(1<<k), best[m&^(1<<k)]+f.blank[k], true)
				}
			}
		}
		best = next
	}
	m := floats.MaxIdx(best[:])
	b, worth = make(board, len(faces)), best[m]
	for i := len(faces) - 1; i >= 0; i-- {
		b[i] = steps[i][m].tile
		m = steps[i][m].from
	}
	return b, worth
}

// free lets the optimum choose.
func free(int) (off, on bool) { return true, true }

// worthOf is the worth of a board.
func worthOf(faces []face, b board) float64 {
	_, worth := optimum(faces, func(i int) (off, on bool) { return !b[i], b[i] })
	return worth
}
