package nabit

import (
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/scenetest"
)

func TestAClothsSquaresAreNoTiles(t *testing.T) {
	reader := NewReader(scenetest.LetterNet(t))
	for _, s := range scenetest.StillScenes(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "cloth")) {
		obs, err := reader.Still(s.Picture, s.Camera(), s.Set())
		if err != nil {
			t.Fatal(err)
		}
		if wrong := compareCells(&stillReading{s, obs, nil}, &cellShares{}); wrong != "" {
			t.Error(wrong)
		}
	}
}

// TestColorsShowTilesOfSoftEdges reads a word in a blurred and hazy picture: a letter and a blank have almost no edges.
func TestColorsShowTilesOfSoftEdges(t *testing.T) { readAllTiles(t, "soft") }
