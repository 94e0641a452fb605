package sqlite

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/journal"
)

// holders are the folder's files that hold the text.
func holders(t *testing.T, folder, text string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(text)) {
			names = append(names, f.Name())
		}
	}
	return names
}

// ottilie is the name in the second of five games that erasable makes.
const ottilie = "Ottilie"

// erasable has five games in a file, its log and three copies.
func erasable(t *testing.T) (s *Store, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	for i := range 5 {
		who, long := "Ben", "Ben"
		if i == 2 {
			who, long = ottilie, strings.Repeat(ottilie, 3000) // on pages of its own
		}
		h := journal.Header{Game: fmt.Sprintf("game-%d", i), Kind: "nabit", Title: "An evening with " + who, Players: []string{who, "Ana"}, Created: began.Add(time.Duration(i) * time.Hour)}
		err := s.Create(t.Context(), h, journal.Entry{Time: h.Created, Payload: fmt.Appendf(nil, `{"type":"start","names":{"red":%q}}`, who)})
		for n := range uint64(60) {
			text := who
			if n%20 == 0 {
				text = long
			}
			err = errors.Join(err, s.Append(t.Context(), h.Game, n+1, journal.Entry{Time: h.Created, Payload: fmt.Appendf(nil, `{"type":"name","name":%q}`, text)}))
		}
		if err := errors.Join(err, s.Copy(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.putAside(t.Context(), "for the test", []journal.Event{{Game: "game-2", Seq: 99, Payload: json.RawMessage(`{"type":"name","name":"Ottilie"}`)}}); err != nil {
		t.Fatal(err)
	}
	return s, path
}

// TestAnErasedGameIsInNoFile erases a game, and looks for its player's name in the bytes of all files.
func TestAnErasedGameIsInNoFile(t *testing.T) {
	s, path := erasable(t)
	folder, others := filepath.Dir(path), map[string]journal.Game{}
	for i := range 5 {
		g, err := journal.Load(t.Context(), s, fmt.Sprintf("game-%d", i))
		if err != nil {
			t.Fatal(err)
		}
		others[g.Game] = g
	}
	old := others["game-2"]
	delete(others, "game-2")
	if found := holders(t, folder, ottilie); len(found) < 4 {
		t.Fatalf("before, %v hold it", found)
	}
	if err := journal.Erase(t.Context(), s, "game-2"); err != nil {
		t.Fatal(err)
	}
	if found := holders(t, folder, ottilie); len(found) > 0 {
		t.Errorf("after, %v hold it", found)
	}
	t.Run("it is listed nowhere, and no old copy of it brings it back", func(t *testing.T) { staysErased(t, s, old) })
	t.Run("file and copies are sound, and hold the others as they were", func(t *testing.T) { soundWithout(t, path, others) })
	t.Run("a repair of a broken file finds the others alone", func(t *testing.T) {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("not a database any more"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Salvage(context.WithoutCancel(t.Context()), path); err != nil {
			t.Fatal(err)
		}
		again, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		games, err := again.Games(t.Context())
		if err != nil || len(games) != 4 || len(holders(t, folder, ottilie)) > 0 {
			t.Errorf("%d games, %v", len(games), err)
		}
	})
}

func staysErased(t *testing.T, s *Store, old journal.Game) {
	t.Helper()
	games, err := s.Games(t.Context())
	if err != nil || len(games) != 4 {
		t.Errorf("%d games are listed, %v", len(games), err)
	}
	added, err := journal.Import(t.Context(), s, old)
	if err != nil || added.Events > 0 {
		t.Errorf("an import adds %d events, %v", added.Events, err)
	}
	if _, err := journal.Load(t.Context(), s, old.Game); !errors.Is(err, journal.ErrNoGame) {
		t.Errorf("it is loaded: %v", err)
	}
}

// soundWithout checks the file and its copies, each of which has games of these and no others.
func soundWithout(t *testing.T, path string, others map[string]journal.Game) {
	t.Helper()
	for _, file := range append(copies(path), path) {
		whole, err := Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		damaged, err := whole.Check(t.Context())
		if err != nil || len(damaged) > 0 {
			t.Errorf("%s: %v, %v", file, damaged, err)
		}
		for game, want := range others {
			got, err := journal.Load(t.Context(), whole, game)
			if errors.Is(err, journal.ErrNoGame) && file != path { // it is older
				continue
			}
			if err != nil || got.Events[len(got.Events)-1].Sum != want.Events[len(got.Events)-1].Sum {
				t.Errorf("%s: %s, %v", file, game, err)
			}
		}
		if err := whole.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnErasedGameStaysSo where the file is gone, and an old one that was put aside still has the game.
func TestAnErasedGameStaysSo(t *testing.T) {
	s, path := erasable(t)
	before, err := os.ReadFile(copies(path)[len(copies(path))-1])
	if err == nil {
		err = os.WriteFile(stamped(path, damagedName, time.Now()), before, 0o600)
	}
	if err := errors.Join(err, s.Erase(t.Context(), "game-2"), s.Copy(t.Context()), s.Close(), removed(path)); err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	games, err := s.Games(t.Context())
	if err != nil || len(games) != 4 || slices.ContainsFunc(games, func(i journal.Info) bool { return i.Game == "game-2" }) {
		t.Errorf("there are %v, %v", games, err)
	}
}
