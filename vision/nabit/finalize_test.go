package nabit

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

// TestWhatHasTheTablesColorLeavesAFinishedStructure draws a word of red tiles on a green table, and has the search believe in one tile more.
func TestWhatHasTheTablesColorLeavesAFinishedStructure(t *testing.T) {
	red := picture.BGR{45, 45, 195}
	d := scenetest.NewDrawing(0, picture.BGR{60, 140, 50})
	const first, tiles = -6, 12 // two more than the comparison of colors needs
	for col := first; col < first+tiles; col++ {
		d.Stack(engine.Place{Col: col}, 1, red)
		d.Letter(engine.Place{Col: col}, 1)
	}
	d.Soften()
	for col := first; col <= first+tiles; col++ {
		d.Evaluate(engine.Place{Col: col}, 1).Tile = 12
		for _, row := range []int{-2, -1, 1, 2} {
			d.Evaluate(engine.Place{Row: row, Col: col}, 0).Tile = -9
		}
	}
	gap := engine.Place{Col: first + tiles}
	d.S.Evidence[gap].Tile = 7
	s := finalize(&search.Finder{Raster: d.Raster, Letters: inkedFaces{}}, d.S)
	if _, lies := s.Cells[gap]; lies || len(s.Cells) != tiles {
		t.Errorf("cells %v, want the row of %d tiles", s.Cells, tiles)
	}
}
