package background

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/picture"
)

// TestTilesOfTheTablesColorStay leaves out one cell that has the table's color, but not two: they may be a player's.
func TestTilesOfTheTablesColorStay(t *testing.T) {
	red, green := picture.BGR{40, 40, 190}, picture.BGR{60, 140, 50}
	for _, c := range []struct{ alike, left int }{{0, 0}, {1, 0}, {2, 2}} {
		s := hypothesis.Hypothesis{Cells: lattice.Levels{}, Evidence: map[engine.Place]*hypothesis.Evidence{}}
		for col := range 2 * gapMinTiles {
			show(&s, 0, col, 12, red)
			show(&s, 1, col, -9, green)
		}
		for i := range c.alike {
			show(&s, 2+i, 0, 7+float64(i), green)
		}
		RemoveGaps(&s)
		if left := len(s.Cells) - 2*gapMinTiles; left != c.left {
			t.Errorf("%d cells of the table's color: %d are left", c.alike, left)
		}
	}
}

// show puts a face of some color at a place; it is a cell if it is likelier a tile than not.
func show(s *hypothesis.Hypothesis, row, col int, tile float64, color picture.BGR) {
	e, at := &hypothesis.Evidence{Tile: tile, Best: 1}, engine.Place{Row: row, Col: col}
	e.Face[0].Plastic, e.Face[0].Ink, e.Face[0].Inside = color, 0.3, true
	if s.Evidence[at] = e; tile > 0 {
		s.Cells[at] = 1
	}
}
