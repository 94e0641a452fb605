package nabit

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/cmd/internal/letters"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/sharetest"
)

// TestLettersOfTheGameAreReadByItsEyes reads four stills as one who does not know the game: the letters of the board are right where it shows them,
// no rack is taken for the board, and the tiles have their plastic's color.
func TestLettersOfTheGameAreReadByItsEyes(t *testing.T) {
	words := lexicon.Default()
	reader, err := letters.Open(words, openLetters(words))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var right, told, red sharetest.Share
	for _, name := range []string{"002", "009", "011", "043"} {
		base := filepath.Join("..", "..", "..", "..", "testdata", "nabit", "stills", name)
		photo, err := os.ReadFile(base + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(base + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			Cells []struct {
				Letter  string
				Colour  string
				Corners [4][2]float64
			}
		}
		if err := json.Unmarshal(text, &truth); err != nil {
			t.Fatal(err)
		}
		got, err := reader.Read(photo)
		if err != nil {
			t.Fatal(err)
		}
		board := got.Tiles[:len(got.Grid)]
		told.Of += len(board)
		for _, c := range truth.Cells {
			hit := false
			for _, tile := range board {
				if math.Hypot(tile.Corners[0][0]-c.Corners[0][0], tile.Corners[0][1]-c.Corners[0][1]) < 8 {
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
