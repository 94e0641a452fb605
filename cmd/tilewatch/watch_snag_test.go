package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestSnagFilm follows a film of SNAG with no camera known: every tile placed, every run and every capture is reported, in
// order and while no hand is over the board, and nothing else is.
func TestSnagFilm(t *testing.T) {
	t.Parallel()
	const film = "../../testdata/snag/live/oblique"
	text, err := os.ReadFile(film + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Initial []int
		Events  []struct {
			Type    string
			Numbers []int
			Hand    [2]int `json:"hand_frames"`
			Runs    [][]int
		}
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	path, frames := filmOf(t, "snag")
	out, diagnostics, status := call(t, "watch", "--json", "--game", "snag", path)
	if status != exitDone {
		t.Fatalf("status %d: %s", status, diagnostics)
	}
	want := []string{fmt.Sprint("board ", truth.Initial)}
	after := []int{0}
	for _, e := range truth.Events {
		switch e.Type {
		case "placed":
			want, after = append(want, fmt.Sprint("placed ", e.Numbers[0])), append(after, e.Hand[1])
			if len(e.Runs) > 0 {
				want, after = append(want, fmt.Sprint("run ", e.Runs)), append(after, e.Hand[1])
			}
		case "captured":
			want, after = append(want, fmt.Sprint("captured ", e.Numbers)), append(after, e.Hand[1])
		}
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(want)+1 {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want)+1, out)
	}
	for i, line := range lines[:len(want)] {
		var l struct {
			Type          string
			Frame, Number int
			Board, Tiles  []int
			Runs          [][]int
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		got := map[string]string{"board": fmt.Sprint("board ", l.Board), "placed": fmt.Sprint("placed ", l.Number), "run": fmt.Sprint("run ", l.Runs), "captured": fmt.Sprint("captured ", l.Tiles)}[l.Type]
		if at := frames[l.Frame]; got != want[i] || at < after[i] || at > after[i]+15 {
			t.Errorf("line %d tells %s at frame %d, want %s after frame %d", i+1, got, l.Frame, want[i], after[i])
		}
	}
}

func TestSnagPhoto(t *testing.T) {
	t.Parallel()
	out, diagnostics, status := call(t, "score", "--game", "snag", "../../testdata/snag/stills/005.jpg")
	if status != exitDone || !strings.Contains(out, "40 tiles on the board") || !strings.Contains(out, "run of 5: 13 23 33 43 53") {
		t.Errorf("status %d: %s%s", status, out, diagnostics)
	}
	out, _, status = call(t, "score", "--json", "--game", "snag", "../../testdata/snag/stills/001.jpg", "../../testdata/nabit/stills/009.jpg")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != exitDone || len(lines) != 2 || !strings.Contains(lines[0], `"game":"snag"`) || !strings.Contains(lines[0], `"elapsed_ms":`) || !strings.Contains(lines[1], `"code":"no_tiles"`) {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestGamesAreStartedByName plays two games in one stream: the start says whose rules hold.
func TestGamesAreStartedByName(t *testing.T) {
	events := sheetStart + "\n" + sheetGame + `
{"type":"start","game":"snag","players":["Ana","Ben","Cleo","Dan"]}
{"type":"place","player":0,"number":4}
{"type":"place","player":1,"number":5}
{"type":"place","player":2,"number":6}
{"type":"place","player":3,"number":7}
{"type":"call","player":1}
{"type":"start","game":"chess","players":2}
{"type":"start","game":"nabit","players":["yellow","green"]}
`
	var out strings.Builder
	if err := keepRules(t.Context(), strings.NewReader(events), &out, lexiconOf); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, want := range []string{`"words"`, `"GAME"`, `"next":"Ana"`, `"next":1`, `"next":2`, `"next":3`, `"runs":[[4,5,6,7]]`, `"captured":[4,5,6,7]`, `no such game`, `"next":"yellow"`} {
		if i >= len(lines) || !strings.Contains(lines[i], want) {
			t.Errorf("answer %d has no %s: %s", i+1, want, lines[min(i, len(lines)-1)])
		}
	}
}
