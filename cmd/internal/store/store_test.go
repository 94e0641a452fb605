package store

import (
	"os"
	"path/filepath"
	"testing"

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
	if _, there, err := d.Look(t.Context()); err != nil || there {
		t.Errorf("there is a journal before there is one: %v", err)
	}
	kept, err := d.Keep(t.Context(), plain, func(text string) { t.Error(text) })
	if err != nil || kept.Problem != nil {
		t.Fatal(err, kept)
	}
	if err := kept.Create(t.Context(), journal.Header{Game: "g", Kind: "nabit"}); err != nil {
		t.Error(err)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
	j, there, err := d.Look(t.Context())
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
