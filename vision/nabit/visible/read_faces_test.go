package visible_test

import (
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/visible"
)

// TestLettersAreLegibleAsTheyLie reads the letters of pictures as they are, turned, and in the mirror.
func TestLettersAreLegibleAsTheyLie(t *testing.T) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	var told scenetest.Share
	for _, scene := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		truth := scene.TruthStructure()
		if len(truth.Cells) < 6 {
			continue
		}
		var faces, turned, mirrored []engine.Quad
		for at, level := range truth.Cells {
			q := truth.Face(at, float64(level))
			faces, turned = append(faces, q), append(turned, engine.Quad{q[1], q[2], q[3], q[0]})
			mirrored = append(mirrored, engine.Quad{q[1], q[0], q[3], q[2]})
		}
		legible := func(faces []engine.Quad) float64 {
			read, err := visible.ReadFaces(letters, scene.Picture, faces)
			if err != nil {
				t.Fatal(err)
			}
			var upright [4]float64
			for _, l := range read {
				for turn := range upright {
					upright[turn] += slices.Max(l[turn][:])
				}
			}
			return slices.Max(upright[:])
		}
		as, turn, mirror := legible(faces), legible(turned), legible(mirrored)
		n := float64(len(faces))
		right := as >= turn-0.2*n && turn >= as-0.2*n && mirror <= as-0.5*n
		if told.Count(right); !right {
			t.Logf("%s, %d letters: %.1f as they lie, %.1f turned, %.1f in the mirror", scene.Name, len(faces), as, turn, mirror)
		}
	}
	told.AsMeasured(t, "scenes that are legible any way up, and in the mirror are not", scenetest.Share{Right: 10, Of: 10}, 10)
}
