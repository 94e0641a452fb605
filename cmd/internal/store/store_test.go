package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/observe"
	"tilewatch/engine/journal"
)

func TestAGameIsNamedByItsBeginning(t *testing.T) {
	games := []journal.Info{{Header: journal.Header{Game: "20261121-a"}}, {Header: journal.Header{Game: "20261121-b"}}, {Header: journal.Header{Game: "20261121"}}}
	for name, want := range map[string]string{"20261121-a": "20261121-a", "20261121-b": "20261121-b", "20261121": "20261121", "last": "20261121", "2026": "", "": "", "x": ""} {
		if g, err := Find(games, name); g.Game != want || (err == nil) == (want == "") {
			t.Errorf("%q names %q, %v", name, g.Game, err)
		}
	}
}

func TestChosenGamesComeOnceInTheOrderAskedFor(t *testing.T) {
	games := []journal.Info{{Header: journal.Header{Game: "a"}}, {Header: journal.Header{Game: "b"}}}
	all, err := Chosen(games, nil)
	if err != nil || len(all) != 2 {
		t.Errorf("all: %v, %v", all, err)
	}
	some, err := Chosen(games, []string{"last", "a", "b"})
	if err != nil || len(some) != 2 || some[0].Game != "b" || some[1].Game != "a" {
		t.Errorf("last, a, b: %v, %v", some, err)
	}
	if _, err := Chosen(games, []string{"c"}); err == nil {
		t.Error("a game that is not there is chosen")
	}
}

func TestAServersJournalIsKept(t *testing.T) {
	plain := func(j journal.Journal) journal.Journal { return j }
	d := &Data{folder: t.TempDir()}
	if _, there, err := d.Look(t.Context(), func(text string) { t.Error(text) }); err != nil || there {
		t.Errorf("there is a journal before there is one: %v", err)
	}
	kept, err := d.Keep(t.Context(), plain, func(text string) { t.Error(text) })
	if err != nil || kept.Problem != nil {
		t.Fatal(err, kept)
	}
	if err := kept.Create(t.Context(), journal.Header{Game: "g", Kind: "nabit"}, journal.Entry{Payload: json.RawMessage(`{"type":"mark"}`)}); err != nil {
		t.Error(err)
	}
	if games, known := journal.Holding(t.Context(), observe.New(slog.New(slog.DiscardHandler), nil).Journal(kept), `"mark"`); !known || !games["g"] {
		t.Errorf("games that hold a text: %v, %v", games, known)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
	j, there, err := d.Look(t.Context(), func(text string) { t.Error(text) })
	if err != nil || !there {
		t.Fatalf("there: %v, %v", there, err)
	}
	defer j.Close()
	if games, err := j.Games(t.Context()); err != nil || len(games) != 1 {
		t.Errorf("%v, %v", games, err)
	}
	file := filepath.Join(d.folder, "no folder")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Data{folder: file}).Keep(t.Context(), plain, func(string) {}); err == nil {
		t.Error("a file is a folder")
	}
}

// keeping opens a server's journal in the folder.
func keeping(t *testing.T, folder string, note func(string)) *Kept {
	t.Helper()
	kept, err := (&Data{folder: folder}).Keep(t.Context(), func(j journal.Journal) journal.Journal { return j }, note)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// begin begins a game with some events.
func begin(j journal.Journal, game string) error {
	var entries []journal.Entry
	for n := range 5 {
		entries = append(entries, journal.Entry{Payload: json.RawMessage(fmt.Sprintf(`{"type":"play","n":%d}`, n))})
	}
	return j.Create(context.Background(), journal.Header{Game: game, Kind: "nabit"}, entries...)
}

// await waits until it holds; the time ends a test that hangs and decides nothing else.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for begun := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal(what)
		}
	}
}

func TestTheGamesAreCopiedAfterEachGame(t *testing.T) {
	folder := t.TempDir()
	kept := keeping(t, folder, func(text string) { t.Error(text) })
	copies := func() []string {
		names, err := filepath.Glob(filepath.Join(folder, GamesFile+".copy-*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if err := begin(kept, "a"); err != nil {
		t.Fatal(err)
	}
	await(t, "the beginning of a game makes no copy", func() bool { return len(copies()) > 0 })
	if err := kept.Append(t.Context(), "a", 5, journal.Entry{Payload: json.RawMessage(`{"type":"finish"}`)}); err != nil {
		t.Fatal(err)
	}
	kept.GameOver()
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, GamesFile)
	if err := os.WriteFile(file, bytes.Repeat([]byte("coffee"), 4000), 0o600); err != nil {
		t.Fatal(err)
	}
	told := ""
	again := keeping(t, folder, func(text string) { told += text })
	defer again.Close()
	if games, err := again.Games(t.Context()); err != nil || len(games) != 1 || games[0].Last != 6 {
		t.Errorf("of a file of which nothing is left there are %v, %v: %s", games, err, told)
	}
	if !strings.Contains(told, "recovered 1 game with 6 events") {
		t.Errorf("told %q", told)
	}
}

func TestAServerMendsWhatIsDamaged(t *testing.T) {
	folder := t.TempDir()
	kept := keeping(t, folder, func(text string) { t.Error(text) })
	if err := errors.Join(begin(kept, "a"), kept.Close()); err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob(filepath.Join(folder, GamesFile+".copy-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range copies {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", filepath.Join(folder, GamesFile))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`UPDATE events SET time = time + 1 WHERE seq = 3`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	told := ""
	kept = keeping(t, folder, func(text string) { told += text })
	defer kept.Close()
	g, err := journal.Load(t.Context(), kept, "a")
	if err != nil || len(g.Events) != 2 || !strings.Contains(told, "event 3") {
		t.Errorf("it has %d events, %v; told %q", len(g.Events), err, told)
	}
	if reports := (&Data{folder: folder}).Reports(); len(reports) != 1 || len(reports[0].Cut) != 1 || reports[0].Cut[0].Known != 5 {
		t.Errorf("reported %+v", reports)
	}
}

func TestTwoServersDoNotKeepGamesInOneFolder(t *testing.T) {
	folder := t.TempDir()
	first := keeping(t, folder, func(text string) { t.Error(text) })
	if err := begin(first, "a"); err != nil {
		t.Fatal(err)
	}
	told := ""
	second := keeping(t, folder, func(text string) { told += text })
	defer second.Close()
	if want := fmt.Sprintf("process %d, which runs since", os.Getpid()); !errors.Is(second.Problem, journal.ErrInUse) || !strings.Contains(told, want) || !strings.Contains(told, "--data") {
		t.Errorf("%v, told %q", second.Problem, told)
	}
	if err := begin(second, "b"); !errors.Is(err, journal.ErrInUse) {
		t.Errorf("a second program keeps a game: %v", err)
	}
	if _, err := (&Data{folder: folder}).Repair(t.Context(), func(string) {}); !errors.Is(err, journal.ErrInUse) {
		t.Errorf("the folder of a server is repaired: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	await(t, "it is not kept once the first has ended", func() bool { return begin(second, "b") == nil })
	if games, err := second.Games(t.Context()); err != nil || len(games) != 2 {
		t.Errorf("%v, %v", games, err)
	}
}

func TestALockThatWasLeftIsTakenOver(t *testing.T) {
	folder := t.TempDir()
	left := fmt.Sprintf(`{"pid":%d,"started":"2026-01-02T03:04:05Z"}`, os.Getpid())
	if err := os.WriteFile(filepath.Join(folder, GamesFile+lockEnding), []byte(left), 0o600); err != nil {
		t.Fatal(err)
	}
	kept := keeping(t, folder, func(text string) { t.Error(text) })
	defer kept.Close()
	if err := begin(kept, "a"); err != nil {
		t.Error(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, GamesFile+lockEnding))
	if err != nil || strings.Contains(string(data), "2026-01-02") {
		t.Errorf("it is signed %s, %v", data, err)
	}
}
