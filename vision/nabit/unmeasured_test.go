package nabit

import (
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/scenetest"
)

// TestUnmeasuredCamerasAndTilesAreEstimated reads stills without a camera file and a tile set: the lens bends straight lines, or the tiles are thicker
// or thinner than usual.
func TestUnmeasuredCamerasAndTilesAreEstimated(t *testing.T) {
	for _, c := range []struct{ name, scene string }{
		{"a wide board under a bent lens, thin tiles", "031.json"},
		{"a lens that bends more than most", "022.json"},
		{"thick tiles from above", "009.json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, c.scene))
			obs, err := NewReader(scenetest.LetterNet(t)).Still(s.Picture, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			n := &cellShares{}
			wrong := compareCells(&stillReading{s, obs, nil}, n)
			n.recall.AtLeast(t, "cells found", 0.97)
			n.precision.AtLeast(t, "found cells that are there", 0.97)
			n.height.AtLeast(t, "heights", 0.9)
			t.Log(wrong)
		})
	}
}
