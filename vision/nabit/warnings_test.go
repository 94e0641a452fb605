package nabit

import (
	"image"
	"math"
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// TestCutTilesAreNamed crops a still so that a row of the structure's tiles is cut through the middle.
func TestCutTilesAreNamed(t *testing.T) {
	s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, "020.json"))
	whole := readingOf(t, stillsFolder, "020").obs
	right := math.Inf(-1)
	for _, c := range s.Truth.Cells {
		right = max(right, c.Corners.Middle().X)
	}
	part := s.Picture.Pixels.Region(image.Rect(0, 0, int(right), s.Picture.Height))
	defer part.Close()
	cut := picture.FromMat(part.Clone())
	defer cut.Close()
	cam := s.Camera()
	cam.Width = cut.Width
	obs, err := NewReader(scenetest.LetterNet(t)).Still(cut, cam, s.Set())
	if err != nil {
		t.Fatal(err)
	}
	if !hasWarning(obs, "cut_tiles") || len(placesOf(obs)) >= len(placesOf(whole)) {
		t.Errorf("%d tiles of %d are reported, with %v", len(placesOf(obs)), len(placesOf(whole)), obs.Warnings)
	}
}

func TestFromAboveUnsureHeightsAreNamed(t *testing.T) {
	warnedOf := 0
	for _, s := range sceneReadings(t) {
		warned := hasWarning(s.obs, "top_view")
		if steep := viewAngle(s.TruthStructure()); warned && steep > topView+0.03 {
			t.Errorf("%s/%s is seen at %.0f degrees", s.folder, s.Name, steep*180/math.Pi)
		}
		if warned {
			warnedOf++
		}
	}
	if warnedOf == 0 {
		t.Error("no picture from above is said to be one")
	}
}
