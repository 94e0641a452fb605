package nabit

import (
	"path/filepath"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// TestLettersUnderASheenAreRead reads faces, each by itself, under a lamp's reflection as large as the letters: those are brighter than the plastic here
// and darker there. The bounds are what was measured when they were set; before the network learned from such faces they were 8 and 6.
func TestLettersUnderASheenAreRead(t *testing.T) {
	reader := NewReader(scenetest.LetterNet(t))
	least := map[string]int{"001": 9, "002": 9}
	for _, s := range scenetest.StillScenes(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "sheen")) {
		obs, err := reader.Still(s.Picture, s.Camera(), s.Set())
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for _, want := range s.Truth.Cells {
			at := want.Corners.Middle()
			i := slices.IndexFunc(obs.Cells, func(c engine.CellEvidence) bool { return picture.Dist(quadMiddle(c.Quad), at) < 0.3*s.Truth.TilePx })
			if i >= 0 && likeliestLetter(&obs.Cells[i]) == want.Letter {
				right++
			}
		}
		if right < least[s.Name] {
			t.Errorf("%s: %d letters of %d are read, want %d", s.Name, right, len(s.Truth.Cells), least[s.Name])
		}
	}
}

// likeliestLetter is what a face shows, whichever way is up; empty for a blank.
func likeliestLetter(c *engine.CellEvidence) (letter string) {
	most := c.Letter[0][0]
	for _, turn := range c.Letter {
		for i, likely := range turn {
			if likely < most {
				continue
			}
			if most, letter = likely, ""; i < 26 {
				letter = string(rune('A' + i))
			}
		}
	}
	return letter
}
