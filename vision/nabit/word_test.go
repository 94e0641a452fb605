package nabit

import (
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/scenetest"
)

// TestAWordIsDistinguishedFromTheRacksAroundIt reads pictures of short games: one or two words between racks of as many tiles, one so near that it seems
// linked; and a word that is less clear than a single tile of a rack.
func TestAWordIsDistinguishedFromTheRacksAroundIt(t *testing.T) { readAllTiles(t, "words") }

// readAllTiles reads the stills of a folder beside the stills' own, and fails where a tile is missing or too many.
func readAllTiles(t *testing.T, folder string) {
	t.Helper()
	reader := NewReader(scenetest.LetterNet(t))
	for _, s := range scenetest.StillScenes(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), folder)) {
		obs, err := reader.Still(s.Picture, s.Camera(), s.Set())
		var n cellShares
		wrong := compareCells(&stillReading{s, obs, err}, &n)
		if n.recall.Right != n.recall.Of || n.precision.Right != n.precision.Of || n.recall.Of == 0 {
			t.Errorf("%s: %v %s", s.Name, err, wrong)
		}
	}
}
