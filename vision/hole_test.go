package vision

import (
	"path/filepath"
	"testing"

	"tilewatch/engine"
)

func TestAClothsSquaresAreNoTiles(t *testing.T) {
	reader := NewReader(letterNet(t))
	for _, s := range stillScenes(t, filepath.Join(filepath.Dir(stillsFolder), "cloth")) {
		obs, err := reader.Still(s.picture, s.camera(), s.set())
		if err != nil {
			t.Fatal(err)
		}
		if wrong := compareCells(&stillReading{s, obs, nil}, &cellShares{}); wrong != "" {
			t.Error(wrong)
		}
	}
}

// TestColorsTellTilesOfSoftEdges reads a word in a blurred and hazy picture, of which a letter and a blank have hardly any edges.
func TestColorsTellTilesOfSoftEdges(t *testing.T) { readAllTiles(t, "soft") }

// TestTilesOfTheTablesColorStay leaves out one cell that has the table's color, but not two: they may be a player's.
func TestTilesOfTheTablesColorStay(t *testing.T) {
	red, green := rgb{40, 40, 190}, rgb{60, 140, 50}
	for _, c := range []struct{ alike, left int }{{0, 0}, {1, 0}, {2, 2}} {
		s := structure{cells: stacks{}, evidence: map[engine.Place]*placeEvidence{}}
		for col := range 2 * gapTiles {
			s.show(0, col, 12, red)
			s.show(1, col, -9, green)
		}
		for i := range c.alike {
			s.show(2+i, 0, 7+float64(i), green)
		}
		s.leaveGaps()
		if left := len(s.cells) - 2*gapTiles; left != c.left {
			t.Errorf("%d cells of the table's color: %d are left", c.alike, left)
		}
	}
}

// show puts a face of some color at a place; it is a cell if it is likelier a tile than not.
func (s *structure) show(row, col int, tile float64, color rgb) {
	e, at := &placeEvidence{tile: tile, best: 1}, engine.Place{Row: row, Col: col}
	e.view[0].plastic, e.view[0].ink, e.view[0].inside = color, 0.3, true
	if s.evidence[at] = e; tile > 0 {
		s.cells[at] = 1
	}
}
