package album

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"tilewatch/engine"
)

func open(t *testing.T, folder string, limit int64) *Album {
	t.Helper()
	a, err := Open(folder, limit)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func keep(t *testing.T, a *Album, game string, turn, size int) {
	t.Helper()
	if err := a.Keep(game, Shot{Turn: turn, JPEG: bytes.Repeat([]byte{byte(turn)}, size)}); err != nil {
		t.Fatal(err)
	}
}

func TestKeep(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "pictures")
	a := open(t, folder, 0)
	if _, err := a.Picture("game-1", 3); !errors.Is(err, ErrNone) {
		t.Errorf("of nothing: %v", err)
	}
	want := Shot{Turn: 3, Time: time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC), Confidence: 0.97, Width: 1280, Height: 720,
		Cells: []Seen{{Place: engine.Place{Row: -1, Col: 2}, Cell: engine.Cell{Letter: 'H', Color: engine.Green, Height: 2},
			Corners: [4][2]float64{{1, 2}, {3, 4}, {5, 6}, {7, 8.5}}, Confidence: 0.9}}, JPEG: []byte("a picture")}
	if err := a.Keep("game-1", want); err != nil {
		t.Fatal(err)
	}
	again := open(t, folder, 0) // as another program that starts
	got, err := again.Shot("game-1", 3)
	got.JPEG, _ = again.Picture("game-1", 3)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, got %+v, want %+v", err, got, want)
	}
	if turns := again.Turns("game-1"); !slices.Equal(turns, []int{3}) {
		t.Errorf("turns %v", turns)
	}
	t.Run("only the owner can read it", func(t *testing.T) {
		for _, name := range []string{"game-1", "game-1/0003.jpg", "game-1/0003.json"} {
			info, err := os.Stat(filepath.Join(folder, name))
			if err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v, %v", name, err, info.Mode())
			}
		}
	})
	t.Run("a better picture takes its place", func(t *testing.T) {
		want.JPEG = []byte("a better one")
		if err := a.Keep("game-1", want); err != nil {
			t.Fatal(err)
		}
		if got, err := a.Picture("game-1", 3); err != nil || string(got) != "a better one" {
			t.Errorf("%q, %v", got, err)
		}
	})
	t.Run("names lead nowhere else", func(t *testing.T) {
		for _, game := range []string{"", "..", "../x", "a/b", "A", "x\x00"} {
			if err := a.Keep(game, want); err == nil {
				t.Errorf("%q is a game", game)
			}
			if _, err := a.Picture(game, 1); !errors.Is(err, ErrNone) {
				t.Errorf("%q: %v", game, err)
			}
			if a.Turns(game) != nil || a.Forget(game) == nil {
				t.Errorf("%q has turns, or can be forgotten", game)
			}
		}
	})
	t.Run("what is forgotten is gone", func(t *testing.T) {
		if err := a.Forget("game-1"); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Shot("game-1", 3); !errors.Is(err, ErrNone) || a.bytes != 0 {
			t.Errorf("%v, %d bytes", err, a.bytes)
		}
	})
	t.Run("a picture must be one", func(t *testing.T) {
		if a.Keep("game-1", Shot{Turn: 1}) == nil || a.Keep("game-1", Shot{Turn: 1, JPEG: make([]byte, maxPicture+1)}) == nil {
			t.Error("kept")
		}
	})
}

func TestRoom(t *testing.T) {
	folder := t.TempDir()
	a := open(t, folder, 10_000)
	for i, game := range []string{"old", "middle", "new"} {
		for turn := 1; turn <= 3; turn++ {
			keep(t, a, game, turn, 1000)
		}
		at := time.Now().Add(time.Duration(i-10) * time.Hour)
		for _, e := range []string{"0001.jpg", "0002.jpg", "0003.jpg", "0001.json", "0002.json", "0003.json"} {
			if err := os.Chtimes(filepath.Join(folder, game, e), at, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	a = open(t, folder, 10_000)
	keep(t, a, "new", 4, 1000)
	t.Run("the oldest game goes first", func(t *testing.T) {
		if a.Turns("old") != nil || len(a.Turns("middle")) != 3 || len(a.Turns("new")) != 4 {
			t.Errorf("old %v, middle %v, new %v", a.Turns("old"), a.Turns("middle"), a.Turns("new"))
		}
	})
	for turn := 5; turn <= 20; turn++ {
		keep(t, a, "new", turn, 1000)
	}
	t.Run("then the oldest turns", func(t *testing.T) {
		turns := a.Turns("new")
		if a.Turns("middle") != nil || len(turns) < 5 || turns[len(turns)-1] != 20 || turns[0] < 10 {
			t.Errorf("middle %v, new %v", a.Turns("middle"), turns)
		}
	})
	t.Run("it never keeps more than its limit", func(t *testing.T) {
		games, err := a.games()
		if err != nil || len(games) != 1 || games[0].bytes > 10_000 || games[0].bytes != a.bytes {
			t.Errorf("%v, %+v, counted %d", err, games, a.bytes)
		}
	})
	t.Run("the newest picture stays, however large", func(t *testing.T) {
		keep(t, a, "new", 21, 50_000)
		if turns := a.Turns("new"); !slices.Equal(turns, []int{21}) {
			t.Errorf("turns %v", turns)
		}
	})
}

func TestManyAtOnce(t *testing.T) {
	a := open(t, t.TempDir(), 50_000)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for turn := 1; turn <= 20; turn++ {
				keep(t, a, []string{"a", "b", "c", "d"}[g], turn, 1000)
				_, _ = a.Picture("a", turn) // it may be gone already
			}
		})
	}
	all.Wait()
	if a.bytes > 50_000 {
		t.Errorf("%d bytes", a.bytes)
	}
}
