package nabit

import (
	"math"
	"slices"
	"testing"

	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/search"
)

// TestAMirroredTableDoesNotPersist gives a tracker the table that looks nearly the same from far away, tilted as much the other way, as a
// single row of tiles may be seen to lie on it: the next picture of a board puts it right.
func TestAMirroredTableDoesNotPersist(t *testing.T) {
	s := scenetest.LoadScene(t, scenetest.StillsFolder+"/043.json")
	reader := NewReader(scenetest.LetterNet(t))
	right := NewTracker(reader)
	want, err := right.Read(s.Picture, s.Camera(), s.Set(), Unknown)
	if err != nil {
		t.Fatal(err)
	}
	mirrored, ok := search.Flipped(right.last)
	if !ok || right.plane == nil {
		t.Fatal("the picture tells no table that could be mirrored")
	}
	g := *right.plane
	g.Down, g.Right, g.Ahead, g.Height, g.Tiles = mirrored.Z, mirrored.X, mirrored.Y, mirrored.T.Dot(mirrored.Z), hypothesis.PlanePriorTiles
	wrong := NewTracker(reader)
	wrong.plane = &g
	got, err := wrong.Read(s.Picture, s.Camera(), s.Set(), Unknown)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := placesOf(want), placesOf(got); !slices.Equal(a, b) {
		t.Errorf("cells %v, on the mirrored table %v", a, b)
	}
	if off := math.Acos(min(1, wrong.plane.Down.Dot(right.plane.Down))); off > 0.02 {
		t.Errorf("the table stays off by %.3f rad", off)
	}
}
