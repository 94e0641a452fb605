package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/games"
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
