package board

import (
	"testing"

	"tilewatch/engine"
)

// TestATableIsNotTakenForBlanks puts bare places of a tile's color beside a word of four, and one into it.
func TestATableIsNotTakenForBlanks(t *testing.T) {
	for _, tt := range []struct {
		rule         string
		beside, left int // bare places
	}{
		{"a set has some blanks", 3, 3},
		{"more than any set has are the table", 9, 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := &Board{Cells: map[engine.Place]*Cell{}, LetterHeight: 0.5}
			put := func(p engine.Place, bare bool) *Cell {
				c := printedAt(p, 110, 1)
				c.Odds, c.Tile, c.Blank, c.Lettered = 3, true, bare, !bare
				b.Cells[p] = c
				return c
			}
			for _, col := range []int{0, 1, 3, 4} {
				put(engine.Place{Col: col}, false)
			}
			within := put(engine.Place{Col: 2}, true)
			for i := range tt.beside {
				put(engine.Place{Row: 1 + i/5, Col: i % 5}, true)
			}
			b.limitBlanks()
			left := 0
			for _, c := range b.Cells {
				if c.Blank && c.Tile && c != within {
					left++
				}
			}
			if left != tt.left || !within.Tile {
				t.Errorf("%d blanks are left beside the word and %v in it, want %d and true", left, within.Tile, tt.left)
			}
		})
	}
}
