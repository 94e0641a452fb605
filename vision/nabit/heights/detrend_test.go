package heights

import (
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
)

func TestLevelsWithoutTheirClimb(t *testing.T) {
	for _, c := range []struct {
		name         string
		levels, want []int // in two rows of four
	}{
		{"a flat board", []int{1, 1, 1, 1, 1, 1, 1, 1}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
		{"a stair", []int{1, 2, 3, 4, 1, 2, 3, 4}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
		{"a stack on a flat board", []int{1, 3, 1, 1, 1, 1, 1, 1}, []int{1, 3, 1, 1, 1, 1, 1, 1}},
		{"a stair with a stack on it", []int{1, 2, 5, 4, 1, 2, 3, 4}, []int{1, 1, 3, 1, 1, 1, 1, 1}},
		{"less than a tile", []int{3, 2, 2, 1, 3, 2, 2, 1}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
		{"across", []int{1, 1, 1, 1, 2, 2, 2, 2}, []int{1, 1, 1, 1, 1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := hypothesis.Hypothesis{Cells: lattice.Levels{}}
			for i, level := range c.levels {
				s.Cells[engine.Place{Row: i / 4, Col: i % 4}] = level
			}
			if got := detrendedLevels(&s, s.Cells.Places()); !slices.Equal(got, c.want) {
				t.Errorf("%v without their climb are %v, want %v", c.levels, got, c.want)
			}
		})
	}
}
