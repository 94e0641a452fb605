package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const film = "../../testdata/nabit/live/oblique.mp4"

// filmCutOff is the film's beginning as an AVI that ends in the middle of a picture, as when a disk is full.
const filmCutOff = "../../testdata/nabit/live/cut.avi"

func TestAFilmThatEndsInMidPictureIsWatchedToThere(t *testing.T) {
	t.Parallel()
	out, diagnostics, status := call(t, "watch", "--json", filmCutOff)
	if status != exitDone {
		t.Errorf("status %d, diagnostics %q", status, diagnostics)
	}
	if !strings.Contains(diagnostics, "ends early") || !strings.Contains(diagnostics, "copy the file again") {
		t.Errorf("diagnostics without remedy: %q", diagnostics)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var last struct {
		Type  string
		Frame int
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	if last.Type != "summary" || last.Frame < 4 || last.Frame > 11 {
		t.Errorf("last line %+v", last)
	}
}

func TestAFilmWithoutItsEndThatSaysWhereItsPicturesAreIsRefused(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(film)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.mp4")
	if err := os.WriteFile(cut, data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	out, diagnostics, status := call(t, "watch", "--json", cut)
	if status != exitFailed || out != "" || !strings.Contains(diagnostics, "copy it again") {
		t.Errorf("status %d, out %q, diagnostics %q", status, out, diagnostics)
	}
}
