package vision

import (
	"errors"
	"os"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// TestAFirstWordIsFoundByOneLetter reads a word of a blank, an O, and a B that a bright spot beside it hides from who looks for letters.
func TestAFirstWordIsFoundByOneLetter(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 838)
	cam.Dist = [5]float64{-0.088, 0.021}
	set := &calibration.Tileset{SideMM: 26.5, ThicknessMM: 5.9, PitchMM: 26.8}
	pictures := map[string]*Picture{}
	for _, name := range []string{"racks", "word"} {
		data, err := os.ReadFile("../testdata/nabit/first/" + name + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		if pictures[name], err = Decode(data); err != nil {
			t.Fatal(err)
		}
		defer pictures[name].Close()
	}
	tracker := NewTracker(NewReader(letterNet(t)))
	for range mostRacks {
		if _, err := tracker.Read(pictures["racks"], cam, set, Unknown); errors.Is(err, errNoTiles) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		tracker.NoStructure()
	}
	obs, err := tracker.Read(pictures["word"], cam, set, Unknown)
	if err != nil {
		t.Fatal(err)
	}
	cells := seenCells(obs)
	yellow := func(c seenCell) bool { return c.color == engine.Yellow && c.height == 1 }
	if len(cells) != 3 || slices.ContainsFunc(cells, func(c seenCell) bool { return !yellow(c) }) {
		t.Errorf("seen: %+v, want three yellow tiles", cells)
	}
	if _, err := tracker.Read(pictures["racks"], cam, set, Unknown); !errors.Is(err, errNoTiles) {
		t.Errorf("of racks alone: %v", err)
	}
}
