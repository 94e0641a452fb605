package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadAnswersEachPhotoWithALine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	missing := filepath.Join(folder, "none.jpg")
	var out, diagnostics bytes.Buffer
	status := run(context.Background(), []string{"read", "--json", "--overlay", folder, "../../testdata/letters/stills/003.jpg", missing}, &out, &diagnostics)
	if status != exitFailed {
		t.Errorf("status %d with a photo that is not there, want %d: %s", status, exitFailed, diagnostics.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines for two photos:\n%s", len(lines), out.String())
	}
	var read struct {
		Photo     string
		ElapsedMS float64 `json:"elapsed_ms"`
		Tiles     []struct {
			Letter     string
			Corners    [4][2]float64
			Color      [3]int
			Confidence float64
		}
		Grid  []struct{ Row, Col int }
		Words []string
	}
	if err := json.Unmarshal([]byte(lines[0]), &read); err != nil {
		t.Fatal(err)
	}
	if len(read.Tiles) < 12 || read.Grid == nil || read.Words == nil || read.ElapsedMS <= 0 {
		t.Errorf("read as %+v", read)
	}
	for _, tile := range read.Tiles {
		if len(tile.Letter) != 1 || tile.Corners[0] == tile.Corners[2] || tile.Color[0] <= tile.Color[2] { // cream
			t.Errorf("a tile told as %+v", tile)
		}
	}
	if !strings.Contains(lines[1], `"error":{"code":"unreadable"`) {
		t.Errorf("a photo that is not there is told as %s", lines[1])
	}
	if _, err := os.Stat(filepath.Join(folder, "003.jpg")); err != nil {
		t.Error("no overlay was written")
	}
}

func TestReadCalledWrong(t *testing.T) {
	for _, args := range [][]string{{"read"}, {"read", "--dictionary", "no such list", "x.jpg"}, {"read", "x.jpg", "--jsn"}} {
		if status := run(context.Background(), args, &bytes.Buffer{}, &bytes.Buffer{}); status != exitUsage {
			t.Errorf("%v: status %d, want %d", args, status, exitUsage)
		}
	}
}
