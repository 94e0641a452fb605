package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
)

// TestEverySampleIsRetold keeps each game's sample in a file, and shows it in all the forms that there are.
func TestEverySampleIsRetold(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"snag":   {"step 4: Cleo lays 46", "A run of 4 tiles!", "Ben calls SNAG!", "won by Ana"},
		"dabble": {"Ben shows IF, CUP, TUNA, TENDS and NUTMEG", "Round 1: Ana 0 and Ben 6", "won by Ana"},
		"tabit":  {"Ben drew the TABIT card", "Round 4: Ana 200, Ben 400 and Cleo 300. Ben wins.", "won by Ben"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := keptSample(t, name)
			shows := func(flags ...string) string {
				t.Helper()
				out, diagnostics, status := call(t, append(append([]string{"replay"}, flags...), file)...)
				if status != exitDone {
					t.Fatalf("%v: status %d: %s", flags, status, diagnostics)
				}
				return out
			}
			out := shows()
			for _, w := range want {
				if !strings.Contains(out, w) {
					t.Errorf("%q is not told in\n%s", w, out)
				}
			}
			steps := strings.Count(out, "\nstep ")
			if lines := strings.Count(shows("--json"), "\n"); lines != steps+1 {
				t.Errorf("%d JSON lines of %d steps", lines, steps)
			}
			if lines := strings.Count(shows("--as", "csv"), "\n"); lines != steps+2 {
				t.Errorf("%d lines of a table of %d steps", lines, steps)
			}
			if notation := shows("--as", "notation"); !strings.Contains(notation, "[Game ") || !strings.Contains(notation, "\n1. ") {
				t.Errorf("notation: %.200s", notation)
			}
			exported(t, file, shows)
			picture := filepath.Join(t.TempDir(), "board.png")
			shows("--picture", picture)
			if data, err := os.ReadFile(picture); err != nil || !bytes.HasPrefix(data, []byte("\x89PNG")) || len(data) < 5000 {
				t.Errorf("the picture has %d bytes: %v", len(data), err)
			}
			if dir := os.Getenv("TILEWATCH_LOOK"); dir != "" {
				shows("--picture", filepath.Join(dir, "replay-"+name+".png"))
			}
			if _, _, status := call(t, "replay", "--turn", "999", file); status == exitDone {
				t.Error("a step that is not there is shown")
			}
		})
	}
}

// exported imports the game into a data folder, and exports it from there in the forms that the replay has.
func exported(t *testing.T, file string, shows func(...string) string) {
	t.Helper()
	folder := t.TempDir()
	if out, diagnostics, status := call(t, "games", "import", "--data", folder, file); status != exitDone {
		t.Fatalf("import: status %d: %s%s", status, out, diagnostics)
	}
	for _, form := range []string{"csv", "notation"} {
		out, diagnostics, status := call(t, "games", "export", "--data", folder, "--as", form, "last")
		if want := shows("--as", form); status != exitDone || out != want {
			t.Errorf("%s: status %d, %s, %.200s, want %.200s", form, status, diagnostics, out, want)
		}
	}
}

// TestDabbleRacksAreReviewed names the words of each rack and the best of its tiles, in text and as JSON; the others have no review.
func TestDabbleRacksAreReviewed(t *testing.T) {
	t.Parallel()
	file := keptSample(t, "dabble")
	out, diagnostics, status := call(t, "advise", "--review", file)
	if status != exitDone || !strings.Contains(out, "Word list: dabble, ") || !strings.Contains(out, ", Ben: IF, CUP, TUNA, TENDS, NUTMEG (") {
		t.Errorf("status %d: %s%s", status, out, diagnostics)
	}
	lines, _, _ := call(t, "advise", "--review", "--json", file)
	possible := 0
	for line := range strings.Lines(lines) {
		var r struct {
			game.Rack
			List *kernel.WordList `json:"list"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil || r.Round == 0 || r.Player == "" || r.List == nil {
			t.Fatalf("%v: %s", err, line)
		}
		if len(r.Best) > 0 {
			possible++
			if len(r.Best) < len(r.Words) || len(r.Best) == len(r.Words) && r.BestPoints <= r.Points {
				t.Errorf("it is not better: %s", line)
			}
		}
	}
	if possible == 0 {
		t.Errorf("nothing was missed:\n%s", lines)
	}
	if _, diagnostics, status := call(t, "advise", "--review", keptSample(t, "tabit")); status == exitDone || !strings.Contains(diagnostics, "NAB-IT!") {
		t.Errorf("TABIT: status %d, %s", status, diagnostics)
	}
}

// keptSample is a game's sample as "tilewatch games export" writes games.
func keptSample(t *testing.T, name string) string {
	t.Helper()
	which, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	kept := journal.NewMemory()
	var entries []journal.Entry
	for _, event := range which.Sample {
		entries = append(entries, journal.Entry{Payload: event})
	}
	if err := kept.Create(t.Context(), journal.Header{Game: name, Kind: name, Title: which.Title, Created: time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC)}, entries...); err != nil {
		t.Fatal(err)
	}
	infos, err := kept.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := infos[0].Load(t.Context(), kept)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := journal.Write(&b, whole); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name+".ndjson")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
