package main

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplayDrawsTheBoard(t *testing.T) {
	folder := t.TempDir()
	drawn := map[string][]byte{}
	for name, args := range map[string][]string{"last.png": nil, "first.png": {"--turn", "1"}, "last.svg": nil} {
		out := filepath.Join(folder, name)
		_, diagnostics, status := inside(t, append(append([]string{"replay", "--picture", out}, args...), exampleFile)...)
		if status != exitDone {
			t.Fatalf("%s: status %d, %s", name, status, diagnostics)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		drawn[name] = data
	}
	for _, name := range []string{"last.png", "first.png"} {
		if p, err := png.Decode(bytes.NewReader(drawn[name])); err != nil || p.Bounds().Dx() != 8*96 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if bytes.Equal(drawn["last.png"], drawn["first.png"]) {
		t.Error("the first turn's board is the last one's")
	}
	for d := xml.NewDecoder(bytes.NewReader(drawn["last.svg"])); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestReplayInOtherForms(t *testing.T) {
	out, _, status := inside(t, "replay", "--as", "csv", exampleFile)
	if lines, err := csv.NewReader(strings.NewReader(out)).ReadAll(); status != exitDone || err != nil || len(lines) != 3 {
		t.Errorf("status %d, %v: %s", status, err, out)
	}
	out, _, status = inside(t, "replay", "--as", "notation", exampleFile)
	if status != exitDone || !strings.Contains(out, "2. green A1+T A2=R A3=Y {TAME TRY; nabs TAME") {
		t.Errorf("status %d: %s", status, out)
	}
}

func TestReplayRefusesWhatDoesNotGoTogether(t *testing.T) {
	for _, args := range [][]string{{"--picture", "x.gif"}, {"--as", "pdf"}, {"--as", "csv", "--turn", "1"}, {"--as", "csv", "--json"}, {"--picture", "x.png", "--events"}, {"--picture", filepath.Join(t.TempDir(), "x.png"), "--turn", "99"}} {
		if _, diagnostics, status := inside(t, append(append([]string{"replay"}, args...), exampleFile)...); status != exitUsage {
			t.Errorf("%v: status %d, %s", args, status, diagnostics)
		}
	}
}
