package sight

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tilewatch/cmd/internal/letters"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/sharetest"
)

// TestLettersOfTheGameAreReadByItsEyes reads four stills as one who does not know the game: the letters of the board are right where it shows them,
// no rack is taken for the board, and the tiles have their plastic's color.
func TestLettersOfTheGameAreReadByItsEyes(t *testing.T) {
	words := lexicon.Default()
	reader, err := letters.Open(words, OpenLetters(words))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var right, told, red sharetest.Share
	for _, name := range []string{"002", "009", "011", "043"} {
		got, truth := readStill(t, reader, filepath.Join("stills", name))
		board := got.Tiles[:len(got.Grid)]
		told.Of += len(board)
		for _, c := range truth {
			hit := false
			for _, tile := range board {
				if c.at(tile) {
					told.Right++
					hit = tile.Letter.String() == c.Letter
					if c.Colour == "red" {
						red.Count(tile.Color[0] > tile.Color[1]+60 && tile.Color[0] > tile.Color[2]+60)
					}
				}
			}
			right.Count(hit)
		}
		if len(got.Tiles) <= len(got.Grid) || len(got.Words) == 0 {
			t.Errorf("%s: %d tiles, %d on the board, words %v: want racks beside it", name, len(got.Tiles), len(got.Grid), got.Words)
		}
	}
	right.AsMeasured(t, "letters of the board", sharetest.Share{Right: 34, Of: 36}, 36)
	told.AsMeasured(t, "tiles of the board as told that are there", sharetest.Share{Right: 34, Of: 34}, 34)
	red.AsMeasured(t, "red tiles that are red", sharetest.Share{Right: red.Of, Of: red.Of}, red.Of)
}

// TestBoardsThatNoOtherEyesSeeAreRead reads tiles in a lamp's reflection, and single rows of five or six, which give eyes for tiles of any make nothing to go by.
func TestBoardsThatNoOtherEyesSeeAreRead(t *testing.T) {
	words := lexicon.Default()
	reader, err := letters.Open(words, OpenLetters(words))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var found sharetest.Share
	names := []string{"glare/001", "words/009", "tileset/set0", "tileset/set2", "tileset/set3", "tileset/set4"}
	for _, name := range names {
		got, truth := readStill(t, reader, name)
		for _, c := range truth {
			found.Count(slices.ContainsFunc(got.Tiles, c.at))
		}
	}
	found.AsMeasured(t, "tiles of the board", sharetest.Share{Right: 37, Of: 37}, 37)
}

// cell is a cell of a still's truth.
type cell struct {
	Letter  string
	Colour  string
	Corners [4][2]float64
}

// at reports whether a tile lies at the cell.
func (c *cell) at(tile letters.Tile) bool {
	return math.Hypot(tile.Corners[0][0]-c.Corners[0][0], tile.Corners[0][1]-c.Corners[0][1]) < 8
}

// readStill reads a still of the game, and its truth.
func readStill(t *testing.T, reader *letters.Reader, name string) (letters.Result, []cell) {
	t.Helper()
	base := filepath.Join("..", "..", "..", "..", "..", "testdata", "nabit", name)
	photo, err := os.ReadFile(base + ".jpg")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(base + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct{ Cells []cell }
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	got, err := reader.Read(photo)
	if err != nil {
		t.Fatal(err)
	}
	return got, truth.Cells
}
