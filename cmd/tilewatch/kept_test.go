package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
)

// What version 1.0.0 left behind: a data folder with a game of each kind, a camera's profile, glyph books, a word list and keys; its backup; its games as
// exported. Every later version opens them. Files of a later version that are added here stay as well.
const (
	keptFolder = "testdata/data-1.0.0"
	keptBackup = "testdata/backup-1.0.0.backup"
	keptGames  = "testdata/games-1.0.0.ndjson"
)

// keptCopy is a copy of the folder, which tests may change.
func keptCopy(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(folder, os.DirFS(keptFolder)); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestDataOfVersion1Opens(t *testing.T) {
	want, err := os.ReadFile(keptGames)
	if err != nil {
		t.Fatal(err)
	}
	for name, folder := range map[string]func(t *testing.T) string{
		"the folder": keptCopy,
		"the backup": func(t *testing.T) string {
			folder := filepath.Join(t.TempDir(), "data")
			if out, diagnostics, status := inside(t, "restore", "--data", folder, keptBackup); status != exitDone || !strings.Contains(out, "4 games passed the rules check") {
				t.Fatalf("status %d: %s%s", status, out, diagnostics)
			}
			return folder
		},
		"the exported games": func(t *testing.T) string {
			folder := keptCopy(t)
			if err := os.Remove(filepath.Join(folder, "games.db")); err != nil {
				t.Fatal(err)
			}
			if out, diagnostics, status := inside(t, "games", "import", "--data", folder, keptGames); status != exitDone {
				t.Fatalf("status %d: %s%s", status, out, diagnostics)
			}
			return folder
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := folder(t)
			if got, diagnostics, status := inside(t, "games", "export", "--data", folder); status != exitDone || got != string(want) {
				t.Errorf("status %d: %s\n%s\nwant\n%s", status, diagnostics, got, want)
			}
			if out, diagnostics, status := inside(t, "replay", "--data", folder, "example-1"); status != exitDone || !strings.Contains(out, "Green wins by 3") {
				t.Errorf("replay: status %d: %s%s", status, out, diagnostics)
			}
			ofCameras(t, folder)
		})
	}
}

// ofCameras looks at what the folder knows of cameras, letters and links.
func ofCameras(t *testing.T, folder string) {
	t.Helper()
	p, err := input.ProfilesIn(folder).Load("Test Cam")
	if err != nil || p.Camera == nil || p.Camera.Width != 1280 || p.Table == nil || p.Tileset == nil {
		t.Fatalf("the profile is %+v, %v", p, err)
	}
	note := func(message string) { t.Error(message) }
	// It is found by a sum of all that was measured.
	if n := input.OpenGlyphs(folder, p.Tileset, note).Letters(); n != 17 {
		t.Errorf("the book of the measured tiles knows %d letters", n)
	}
	if n := input.OpenGlyphs(folder, nil, note).Letters(); n != 17 {
		t.Errorf("the book of other tiles knows %d letters", n)
	}
	if _, err := access.LoadKeys(folder); err != nil {
		t.Error(err)
	}
}

// TestTheWordListOfVersion1Judges opens what a table chose under House rules: a list of its own and a word that its people added.
func TestTheWordListOfVersion1Judges(t *testing.T) {
	words, err := wordlist.Open("nabit", lexicon.Default(), filepath.Join(keptCopy(t), "words-1.json"))
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]bool{"QUUX": true, "ZYX": true, "TAME": true, "HOUSE": false} {
		if got := words.Has(word); got != want {
			t.Errorf("%s is a word: %v, want %v", word, got, want)
		}
	}
	if words.Name() != "club.txt + 1" {
		t.Errorf("the list is called %q", words.Name())
	}
}

// TestNewerDataIsRefused opens files whose form no version knows yet: a sentence says so, and they stay as they are.
func TestNewerDataIsRefused(t *testing.T) {
	const says = "newer version of tilewatch"
	folder := keptCopy(t)
	put := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	unchanged := func(name string, change func(string) string, use func() string) {
		t.Helper()
		path := filepath.Join(folder, name)
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		newer := change(string(old))
		if newer == string(old) {
			t.Fatalf("%s has no version", name)
		}
		put(path, newer)
		if said := use(); !strings.Contains(said, says) {
			t.Errorf("%s: %q", name, said)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != newer {
			t.Errorf("%s was changed: %v", name, err)
		}
	}
	ofJSON := func(text string) string {
		return `{"version":99,` + strings.TrimPrefix(strings.Replace(text, `"version":1,`, "", 1), "{")
	}
	unchanged("cameras/test-cam.json", ofJSON, func() (said string) {
		flags := input.Flags{}
		flags.Recall(folder, "Test Cam", func(message string) { said += message })
		if _, diagnostics, status := inside(t, "calibrate", "table", "--data", folder, "--name", "Test Cam", "../../testdata/nabit/tileset/set0.jpg"); status == exitDone {
			t.Errorf("a newer profile was written over: %s", diagnostics)
		}
		return said
	})
	unchanged("glyphs/tiles.json", ofJSON, func() (said string) {
		b := input.OpenGlyphs(folder, nil, func(message string) { said += message })
		b.Forget()
		if err := b.Save(); err != nil {
			t.Error(err)
		}
		return said
	})
	unchanged("words-1.json", ofJSON, func() string {
		words, err := wordlist.Open("nabit", lexicon.Default(), filepath.Join(folder, "words-1.json"))
		if err == nil || words.Choose("large") == nil {
			t.Error("a newer word list was written over")
		}
		return fmt.Sprint(err)
	})
	db, err := sql.Open("sqlite", filepath.Join(folder, "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, diagnostics, status := inside(t, "games", "list", "--data", folder); status != exitFailed || !strings.Contains(diagnostics, says) {
		t.Errorf("newer games: status %d: %s", status, diagnostics)
	}
	line := file(t, `{"tilewatch":"game","version":99,"game":"x","kind":"nabit","players":[],"created":"2026-11-21T12:00:00Z"}`+"\n")
	if out, diagnostics, status := inside(t, "games", "import", "--data", t.TempDir(), line); status != exitFailed || !strings.Contains(out+diagnostics, says) {
		t.Errorf("newer exported games: status %d: %s%s", status, out, diagnostics)
	}
	backup := filepath.Join(t.TempDir(), "newer.backup")
	put(backup, string(archived(t, `{"tilewatch":"backup","version":99}`)))
	if _, diagnostics, status := inside(t, "restore", "--data", t.TempDir(), backup); status != exitFailed || !strings.Contains(diagnostics, says) {
		t.Errorf("a newer backup: status %d: %s", status, diagnostics)
	}
}
