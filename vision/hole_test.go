package vision

import (
	"path/filepath"
	"testing"
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
