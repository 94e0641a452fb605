package nabit

import (
	"bytes"
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
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

// TestAPatchIsNoLetter compares a mark with others inside it.
func TestAPatchIsNoLetter(t *testing.T) {
	r := &picture.Raster{W: 200, H: 200, BGR: bytes.Repeat([]byte{200}, 3*200*200)} // light everywhere
	table := picture.BGR{40, 40, 40}                                                // darker than all that is seen inside
	word := marks.Mark{Size: 80, W: 80, H: 40, Plastic: table}
	word.At.X, word.At.Y = 100, 100
	letter := func(x, size float64) marks.Mark {
		m := marks.Mark{Size: size, W: size, H: size}
		m.At.X, m.At.Y = x, 100
		return m
	}
	for _, c := range []struct {
		name   string
		others []marks.Mark
		want   bool
	}{
		{"nothing inside", nil, false},
		{"one letter", []marks.Mark{letter(80, 20)}, false},
		{"two letters", []marks.Mark{letter(80, 20), letter(120, 20)}, true},
		{"one letter found twice", []marks.Mark{letter(80, 20), letter(82, 22)}, false},
		{"what is nearly as large", []marks.Mark{letter(80, 60), letter(125, 60)}, false},
		{"what lies outside", []marks.Mark{letter(20, 20), letter(180, 20)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := word.IsPatch(r, append(c.others, word)); got != c.want {
				t.Errorf("a patch: %v", got)
			}
		})
	}
	counters := word
	counters.Plastic = picture.BGR{200, 200, 200} // as what is seen inside: a letter's counters
	if counters.IsPatch(r, []marks.Mark{letter(80, 20), letter(120, 20), counters}) {
		t.Error("a letter with counters is a patch")
	}
}
