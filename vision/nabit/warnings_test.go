package nabit

import (
	"image"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// TestCutTilesAreNamed crops a still so that a row of the structure's tiles is cut through the middle.
func TestCutTilesAreNamed(t *testing.T) {
	s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, "020.json"))
	reader := NewReader(scenetest.LetterNet(t))
	whole, err := reader.Still(s.Picture, s.Camera(), s.Set())
	if err != nil {
		t.Fatal(err)
	}
	if hasWarning(whole, "cut_tiles") {
		t.Errorf("nothing is cut: %v", whole.Warnings)
	}
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
	obs, err := reader.Still(cut, cam, s.Set())
	if err != nil {
		t.Fatal(err)
	}
	if !hasWarning(obs, "cut_tiles") || len(placesOf(obs)) >= len(placesOf(whole)) {
		t.Errorf("%d tiles of %d are reported, with %v", len(placesOf(obs)), len(placesOf(whole)), obs.Warnings)
	}
}

// TestATileCutByAFewPixelsIsNotRead reads an oblique still whose frame cuts a strip off the lowest tiles: on a higher stack they would be wholly visible.
func TestATileCutByAFewPixelsIsNotRead(t *testing.T) {
	s := scenetest.LoadScene(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "cut", "005.json"))
	obs, err := NewReader(scenetest.LetterNet(t)).Still(s.Picture, s.Camera(), s.Set())
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for _, c := range s.Truth.Cells {
		if lowest := c.Corners.Lowest(); lowest < float64(s.Picture.Height) {
			whole++
		}
	}
	if n := len(placesOf(obs)); n != whole || whole == len(s.Truth.Cells) || !hasWarning(obs, "cut_tiles") {
		t.Errorf("%d tiles are read, %d of %d are seen wholly; %v", n, whole, len(s.Truth.Cells), obs.Warnings)
	}
}

// TestACutTileMayBeTheOnlyOneOfItsColor reads a still whose frame cuts green tiles, and shows none wholly.
func TestACutTileMayBeTheOnlyOneOfItsColor(t *testing.T) {
	s := scenetest.LoadScene(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "cut", "021.json"))
	obs, err := NewReader(scenetest.LetterNet(t)).Still(s.Picture, s.Camera(), s.Set())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(placesOf(obs)); n != len(s.Truth.Cells) || !hasWarning(obs, "cut_tiles") {
		t.Errorf("%d tiles are read of %d that are seen wholly; %v", n, len(s.Truth.Cells), obs.Warnings)
	}
}

func TestFromAboveUnsureHeightsAreNamed(t *testing.T) {
	warnedOf := 0
	for _, s := range stillReadings(t) {
		warned := hasWarning(s.obs, "top_view")
		if steep := viewAngle(s.TruthStructure()); warned && steep > topView+0.03 {
			t.Errorf("%s is seen at %.0f degrees", s.Name, steep*180/math.Pi)
		}
		if warned {
			warnedOf++
		}
	}
	if warnedOf == 0 {
		t.Error("no picture from above is said to be one")
	}
}

func hasWarning(obs engine.Observation, code string) bool {
	return slices.ContainsFunc(obs.Warnings, func(w engine.Warning) bool { return w.Code == code })
}
