package letters

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/cmd/internal/term"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/picture"
	"tilewatch/vision/sharetest"
)

// truth is what lies in a drawn photo.
type truth struct {
	Grid  []Cell
	Loose string // letters of the tiles beside the board
}

func load(t *testing.T, name string) (photo []byte, want truth) {
	t.Helper()
	base := filepath.Join("..", "..", "..", "testdata", "letters", "stills", name)
	photo, err := os.ReadFile(base + ".jpg")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(base + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	return photo, want
}

func open(t *testing.T) *Reader {
	t.Helper()
	r, err := Open(lexicon.Default())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// readings are the photos read so far: each is read once for all tests.
var readings = map[string]Result{}

func readOnce(t *testing.T, name string) Result {
	t.Helper()
	if _, known := readings[name]; !known {
		photo, _ := load(t, name)
		got, err := open(t).Read(photo)
		if err != nil {
			t.Fatal(err)
		}
		readings[name] = got
	}
	return readings[name]
}

// TestPhotosAreRead counts the places, their letters and the tiles beside the boards of six photos. No photo has more tiles beside its board than lie there.
func TestPhotosAreRead(t *testing.T) {
	var places, told, letters, loose sharetest.Share
	for _, tt := range []struct{ rule, photo string }{
		{"light letters on dark tiles, among the labels of columns and rows", "000"},
		{"a board with a blank, and tiles on a rack beside it", "001"},
		{"few tiles on a large board", "002"},
		{"loose tiles, turned every way, make no grid", "003"},
		{"few tiles among squares whose print stands another way", "004"},
		{"loose tiles among the places of a crossword", "005"},
	} {
		_, want := load(t, tt.photo)
		got := readOnce(t, tt.photo)
		for i, c := range got.Grid {
			if got.Tiles[i].Letter != c.Letter {
				t.Errorf("%s: tile %d is %s, the grid has %s there: they come in the same order", tt.photo, i, got.Tiles[i].Letter, c.Letter)
			}
		}
		hits, right := compare(got.Grid, want.Grid)
		places.Right, places.Of = places.Right+hits, places.Of+len(want.Grid)
		told.Right, told.Of = told.Right+hits, told.Of+len(got.Grid)
		letters.Right, letters.Of = letters.Right+right, letters.Of+len(want.Grid)
		beside := map[string]int{}
		for _, tile := range got.Tiles[len(got.Grid):] {
			beside[tile.Letter.String()]++
		}
		found := 0
		for _, letter := range want.Loose {
			if beside[string(letter)] > 0 {
				beside[string(letter)]--
				found++
			}
		}
		loose.Right, loose.Of = loose.Right+found, loose.Of+len(want.Loose)
		t.Logf("%s, %s: %d of %d places hit, %d letters right, %d places told, %d of %s found beside:\n%s",
			tt.photo, tt.rule, hits, len(want.Grid), right, len(got.Grid), found, want.Loose, got.Text(term.Painter{}))
		if n := len(got.Tiles) - len(got.Grid); n > len(want.Loose) {
			t.Errorf("%s: %d tiles told beside the grid, there are %s", tt.rule, n, want.Loose)
		}
	}
	places.AsMeasured(t, "places", sharetest.Share{Right: 121, Of: 121}, 5)
	told.AsMeasured(t, "told places that are there", sharetest.Share{Right: 121, Of: 121}, 5)
	letters.AsMeasured(t, "letters", sharetest.Share{Right: 121, Of: 121}, 5)
	loose.AsMeasured(t, "letters beside the boards", sharetest.Share{Right: 45, Of: 47}, 47)
}

// compare counts the places that both have, and those with the same letter, as the first grid lies best on the second.
func compare(got, want []Cell) (hits, right int) {
	type place struct{ row, col int }
	lies := map[place]Cell{}
	for _, c := range want {
		lies[place{c.Row, c.Col}] = c
	}
	for down := -15; down <= 15; down++ {
		for across := -15; across <= 15; across++ {
			h, n := 0, 0
			for _, c := range got {
				if w, ok := lies[place{c.Row + down, c.Col + across}]; ok {
					h++
					if w.Letter == c.Letter {
						n++
					}
				}
			}
			if h+n > hits+right {
				hits, right = h, n
			}
		}
	}
	return hits, right
}

func TestCornersBeginAtTheUpperLeftOfTheLetter(t *testing.T) {
	got := readOnce(t, "001")
	for i, tile := range got.Tiles[:len(got.Grid)] {
		right, down := tile.Corners[1], tile.Corners[3]
		dx, dy := right[0]-tile.Corners[0][0], right[1]-tile.Corners[0][1]
		ex, ey := down[0]-tile.Corners[0][0], down[1]-tile.Corners[0][1]
		if dx*ey-dy*ex <= 0 {
			t.Errorf("tile %d (%s) is seen from behind: %v", i, tile.Letter, tile.Corners)
		}
		if tile.Confidence <= 0 || tile.Confidence > 1 {
			t.Errorf("tile %d (%s) has confidence %v", i, tile.Letter, tile.Confidence)
		}
	}
}

// plain is a photo of one color with a little structure.
func plain(t *testing.T, level uint8) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 640, 480))
	for i := range img.Pix {
		img.Pix[i] = level + uint8(i%7)
	}
	for x := 100; x < 500; x++ {
		img.SetGray(x, 240, color.Gray{Y: level / 2})
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPhotosThatCannotBeReadSayWhy(t *testing.T) {
	r := open(t)
	for _, tt := range []struct {
		rule string
		data []byte
		code picture.ErrorCode
	}{
		{"nothing at all", nil, picture.Unreadable},
		{"no picture", []byte("a letter to a friend"), picture.Unreadable},
		{"a dark room", plain(t, 1), picture.TooDark},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			_, err := r.Read(tt.data)
			var fault *picture.Error
			if !errors.As(err, &fault) || fault.Code != tt.code || !strings.Contains(fault.Message, ":") {
				t.Errorf("told %v, want %s with a remedy", err, tt.code)
			}
		})
	}
}

func TestNothingThereIsAnAnswer(t *testing.T) {
	got, err := open(t).Read(plain(t, 180))
	if err != nil {
		t.Fatal(err)
	}
	if got.Tiles == nil || got.Grid == nil || got.Words == nil || len(got.Tiles)+len(got.Grid)+len(got.Words) > 0 || !hasWarning(got, "no_tiles") || got.ElapsedMS <= 0 {
		t.Errorf("an empty table is told as %+v", got)
	}
	if text := got.Text(term.Painter{}); strings.Count(text, "\n") != 1 || !strings.Contains(text, "no letter tiles") {
		t.Errorf("people are told %q, want one sentence", text)
	}
}

func TestOverlayIsAPictureOfTheSameSize(t *testing.T) {
	photo, _ := load(t, "003")
	drawn, err := readOnce(t, "003").Overlay(photo)
	if err != nil {
		t.Fatal(err)
	}
	was, _, err := image.DecodeConfig(bytes.NewReader(photo))
	if err != nil {
		t.Fatal(err)
	}
	if is, _, err := image.DecodeConfig(bytes.NewReader(drawn)); err != nil || is.Width != was.Width || is.Height != was.Height {
		t.Errorf("a picture of %dx%d, error %v; want %dx%d", is.Width, is.Height, err, was.Width, was.Height)
	}
}
