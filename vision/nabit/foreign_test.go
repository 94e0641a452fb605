package nabit

import (
	"bytes"
	"errors"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
)

// tables draws scenes on tables of families that no training sees, and reads them.
type tables struct {
	*scenes.Maker
	reader *Reader
}

func newTables(t *testing.T, o scenes.Options) *tables {
	t.Helper()
	o.Width, o.Height = 1280, 720
	o.Table = func(r *rand.Rand) scenes.Table { return table.Of(table.Held()[r.IntN(len(table.Held()))], r) }
	m, err := scenes.NewMaker(o)
	if err != nil {
		t.Fatal(err)
	}
	return &tables{m, NewReader(scenetest.LetterNet(t))}
}

// read reads a scene: how many places it shows, or why none.
func (x *tables) read(t *testing.T, seed, number uint64) (int, error) {
	t.Helper()
	s, err := x.Draw(rand.New(rand.NewPCG(seed, number)))
	if err != nil {
		t.Fatal(err)
	}
	p := shotOf(t, s)
	defer p.Close()
	obs, err := x.reader.Still(p, nil, nil)
	if e := new(picture.Error); err != nil && (!errors.As(err, &e) || e.Code != picture.NoTiles) {
		t.Errorf("scene %d of %d: %v", number, seed, err)
	}
	return len(obs.Cells), err
}

// shotOf is a scene's picture. The caller closes it.
func shotOf(t *testing.T, s *scenes.Scene) *picture.Picture {
	t.Helper()
	shot, _ := s.Shoot()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, shot, nil); err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Crossword games on printed boards, with colors of any kind: a few have tiles dyed as a player's are, most are told to be none.
func TestAnotherGameIsNoNabIt(t *testing.T) {
	x, read := newTables(t, scenes.Options{Crosswords: 1, Stacks: 20}), 0
	for i := range uint64(6) {
		if places, _ := x.read(t, 811, i); places > 0 {
			read++
			t.Logf("scene %d: %d places", i, places)
		}
	}
	if read > 2 {
		t.Errorf("%d of 6 tables of other games are read as NAB-IT!", read)
	}
}

// Tables of brick and brown for red, cream for yellow, gray-green for green, in warm light. A measure that asked how sure the map is which color a tile has
// took all of them for another game. TABLES draws so many more, and counts those that are called so.
func TestOddPlasticsAreNoOtherGame(t *testing.T) {
	x := newTables(t, scenes.Options{Free: true, Empty: true})
	for _, i := range []uint64{15, 23, 58} {
		if places, err := x.read(t, 8201, i); err != nil || places < 3 {
			t.Errorf("scene %d: %d places, %v", i, places, err)
		}
	}
	more, _ := strconv.ParseUint(os.Getenv("TABLES"), 10, 64)
	refused := 0
	for i := range more {
		if _, err := x.read(t, 8401, i); errors.Is(err, ErrForeign) {
			refused++
			t.Logf("scene %d: %v", i, err)
		}
	}
	if refused > int(more)/100 {
		t.Errorf("%d of %d tables are called another game", refused, more)
	}
}
