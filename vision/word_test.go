package vision

import (
	"bytes"
	"path/filepath"
	"testing"
)

// TestAWordIsToldFromTheRacksAroundIt reads pictures of short games: one word, or two, between racks of as many tiles, one of them so near
// that it seems to be linked; and a word that is seen worse than a single tile of a rack.
func TestAWordIsToldFromTheRacksAroundIt(t *testing.T) { readAllTiles(t, "words") }

// readAllTiles reads the stills of a folder beside the stills' own, and fails where a tile is missing or too many.
func readAllTiles(t *testing.T, folder string) {
	t.Helper()
	reader := NewReader(letterNet(t))
	for _, s := range stillScenes(t, filepath.Join(filepath.Dir(stillsFolder), folder)) {
		obs, err := reader.Still(s.picture, s.camera(), s.set())
		var n cellShares
		wrong := compareCells(&stillReading{s, obs, err}, &n)
		if n.recall.right != n.recall.of || n.precision.right != n.precision.of || n.recall.of == 0 {
			t.Errorf("%s: %v %s", s.name, err, wrong)
		}
	}
}

// TestAPatchIsNoLetter holds a mark against others inside it.
func TestAPatchIsNoLetter(t *testing.T) {
	r := &raster{w: 200, h: 200, bgr: bytes.Repeat([]byte{200}, 3*200*200)} // light everywhere
	table := rgb{40, 40, 40}                                                // darker than all that is seen inside
	word := mark{size: 80, w: 80, h: 40, plastic: table}
	word.at.X, word.at.Y = 100, 100
	letter := func(x, size float64) mark {
		m := mark{size: size, w: size, h: size}
		m.at.X, m.at.Y = x, 100
		return m
	}
	for _, c := range []struct {
		name   string
		others []mark
		want   bool
	}{
		{"nothing inside", nil, false},
		{"one letter", []mark{letter(80, 20)}, false},
		{"two letters", []mark{letter(80, 20), letter(120, 20)}, true},
		{"one letter found twice", []mark{letter(80, 20), letter(82, 22)}, false},
		{"what is nearly as large", []mark{letter(80, 60), letter(125, 60)}, false},
		{"what lies outside", []mark{letter(20, 20), letter(180, 20)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := word.patch(r, append(c.others, word)); got != c.want {
				t.Errorf("a patch: %v", got)
			}
		})
	}
	counters := word
	counters.plastic = rgb{200, 200, 200} // as what is seen inside: a letter's counters
	if counters.patch(r, []mark{letter(80, 20), letter(120, 20), counters}) {
		t.Error("a letter with counters is a patch")
	}
}
