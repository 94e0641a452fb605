package vision

import (
	"image"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"tilewatch/engine"
)

// TestCutTilesAreSaidToBeCut crops a still so that a row of the structure's tiles is cut through the middle.
func TestCutTilesAreSaidToBeCut(t *testing.T) {
	s := loadScene(t, filepath.Join(stillsFolder, "020.json"))
	reader := NewReader(letterNet(t))
	whole, err := reader.Still(s.picture, s.camera(), s.set())
	if err != nil {
		t.Fatal(err)
	}
	if hasWarning(whole, "cut_tiles") {
		t.Errorf("nothing is cut: %v", whole.Warnings)
	}
	right := math.Inf(-1)
	for _, c := range s.truth.Cells {
		right = max(right, c.Corners.middle().X)
	}
	part := s.picture.mat.Region(image.Rect(0, 0, int(right), s.picture.Height))
	defer part.Close()
	cut := FromMat(part.Clone())
	defer cut.Close()
	cam := s.camera()
	cam.Width = cut.Width
	obs, err := reader.Still(cut, cam, s.set())
	if err != nil {
		t.Fatal(err)
	}
	if !hasWarning(obs, "cut_tiles") || len(placesOf(obs)) >= len(placesOf(whole)) {
		t.Errorf("%d tiles of %d are told, with %v", len(placesOf(obs)), len(placesOf(whole)), obs.Warnings)
	}
}

// TestATileCutByAFewPixelsIsNotRead reads a still seen at an angle whose frame takes a strip from the lowest tiles: on a higher stack they
// would be seen wholly.
func TestATileCutByAFewPixelsIsNotRead(t *testing.T) {
	s := loadScene(t, filepath.Join(filepath.Dir(stillsFolder), "cut", "005.json"))
	obs, err := NewReader(letterNet(t)).Still(s.picture, s.camera(), s.set())
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for _, c := range s.truth.Cells {
		if lowest := c.Corners.lowest(); lowest < float64(s.picture.Height) {
			whole++
		}
	}
	if n := len(placesOf(obs)); n != whole || whole == len(s.truth.Cells) || !hasWarning(obs, "cut_tiles") {
		t.Errorf("%d tiles are read, %d of %d are seen wholly; %v", n, whole, len(s.truth.Cells), obs.Warnings)
	}
}

// TestACutTileMayBeTheOnlyOneOfItsColor reads a still whose frame cuts green tiles, and shows none wholly.
func TestACutTileMayBeTheOnlyOneOfItsColor(t *testing.T) {
	s := loadScene(t, filepath.Join(filepath.Dir(stillsFolder), "cut", "021.json"))
	obs, err := NewReader(letterNet(t)).Still(s.picture, s.camera(), s.set())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(placesOf(obs)); n != len(s.truth.Cells) || !hasWarning(obs, "cut_tiles") {
		t.Errorf("%d tiles are read of %d that are seen wholly; %v", n, len(s.truth.Cells), obs.Warnings)
	}
}

func TestFromAboveHeightsAreSaidToBeUnsure(t *testing.T) {
	told := 0
	for _, s := range stillReadings(t) {
		warned := hasWarning(s.obs, "top_view")
		if steep := s.truthStructure().steepness(); warned && steep > topView+0.03 {
			t.Errorf("%s is seen at %.0f degrees", s.name, steep*180/math.Pi)
		}
		if warned {
			told++
		}
	}
	if told == 0 {
		t.Error("no picture from above is said to be one")
	}
}

func hasWarning(obs engine.Observation, code string) bool {
	return slices.ContainsFunc(obs.Warnings, func(w engine.Warning) bool { return w.Code == code })
}
