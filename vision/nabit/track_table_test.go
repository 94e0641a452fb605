package nabit

import (
	"math"
	"slices"
	"testing"

	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/search"
)

// TestAFlippedTableDoesNotPersist gives a tracker the second solution of the table's pose, tilted as much the other way: a single row of tiles fits both.
// The next picture of a board corrects it.
func TestAFlippedTableDoesNotPersist(t *testing.T) {
	s := scenetest.LoadScene(t, scenetest.StillsFolder+"/043.json")
	reader := NewReader(scenetest.LetterNet(t))
	right := NewTracker(reader)
	want, err := right.Read(s.Picture, s.Camera(), s.Set(), Unknown)
	if err != nil {
		t.Fatal(err)
	}
	flipped, ok := search.Flipped(right.last)
	if !ok || right.plane == nil {
		t.Fatal("the picture shows no table that could be flipped")
	}
	g := *right.plane
	g.Down, g.Right, g.Ahead, g.Height, g.Tiles = flipped.Z, flipped.X, flipped.Y, flipped.T.Dot(flipped.Z), hypothesis.PlanePriorTiles
	wrong := NewTracker(reader)
	wrong.plane = &g
	got, err := wrong.Read(s.Picture, s.Camera(), s.Set(), Unknown)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := placesOf(want), placesOf(got); !slices.Equal(a, b) {
		t.Errorf("cells %v, on the flipped table %v", a, b)
	}
	if off := math.Acos(min(1, wrong.plane.Down.Dot(right.plane.Down))); off > 0.02 {
		t.Errorf("the table stays off by %.3f rad", off)
	}
}
