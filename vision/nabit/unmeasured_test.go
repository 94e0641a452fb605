package nabit

import (
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/scenetest"
)

// TestUnmeasuredCamerasAndTilesAreEstimated reads stills without a camera file and a tile set: the lens bends straight lines, or the tiles are thicker
// or thinner than usual.
func TestUnmeasuredCamerasAndTilesAreEstimated(t *testing.T) {
	var n cellShares
	for _, c := range []struct{ name, scene string }{
		{"a wide board under a bent lens, thin tiles", "031.json"},
		{"a lens that bends more than most", "022.json"},
		{"thick tiles from above", "009.json"},
		{"print hides the letters of a word from the search for marks, and a rack's edges are sure", "../words/010.json"},
	} {
		s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, c.scene))
		obs, err := NewReader(scenetest.LetterNet(t)).Still(s.Picture, nil, nil)
		if wrong := compareCells(&sceneReading{StillScene: s, obs: obs}, &n); wrong != "" || err != nil {
			t.Logf("%s: %v%s", c.name, err, wrong)
		}
	}
	n.recall.AsMeasured(t, "cells found", scenetest.Share{Right: 72, Of: 72}, 4)
	n.precision.AsMeasured(t, "found cells that are there", scenetest.Share{Right: 72, Of: 72}, 4)
	n.height.AsMeasured(t, "heights", scenetest.Share{Right: 71, Of: 72}, 4)
}
