package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

func TestReplayShowsTurnsAsTheyStand(t *testing.T) {
	want, err := os.ReadFile("testdata/example.txt")
	if err != nil {
		t.Fatal(err)
	}
	folder := withGame(t)
	for name, args := range map[string][]string{"a file": {exampleFile}, "a stored game": {"--data", folder, "last"}, "nobody to press Enter": {"--step", exampleFile}} {
		out, diagnostics, status := inside(t, append([]string{"replay"}, args...)...)
		if status != exitDone || out != string(want) {
			t.Errorf("%s: status %d, %s, got\n%s", name, status, diagnostics, out)
		}
	}
}

func TestReplayShowsOneTurn(t *testing.T) {
	for _, c := range []struct {
		turn       string
		has, lacks string
	}{
		{"0", "the game starts with yellow, green", "GAME"},
		{"1", "yellow plays GAME", "TAME"},
		{"2", "Tg2", "plays GAME"},
	} {
		out, _, status := inside(t, "replay", "--turn", c.turn, exampleFile)
		if status != exitDone || !strings.Contains(out, c.has) || strings.Contains(out, c.lacks) {
			t.Errorf("turn %s: status %d, got\n%s", c.turn, status, out)
		}
	}
}

func TestReplayOfEventsShowsWhatWasCorrected(t *testing.T) {
	out, _, status := inside(t, "replay", "--events", exampleFile)
	for _, want := range []string{
		"event 3, " + time.Date(2026, 11, 21, 12, 3, 0, 0, time.UTC).Local().Format("2 Jan 2006 15:04:05 MST") + ": green plays LAME, LRY", "turn 2 corrected to TAME, TRY",
		"turn 2: green's LAME, LRY, nabbing LAME, now green's TAME, TRY, nabbing TAME", `"bank" undone`, `"bank" redone`,
	} {
		if status != exitDone || !strings.Contains(out, want) {
			t.Errorf("status %d, no %q in\n%s", status, want, out)
		}
	}
}

func TestReplayInJSONHasTheStateAfterEachEvent(t *testing.T) {
	out, _, status := inside(t, "replay", "--json", exampleFile)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != exitDone || len(lines) != 5 || !strings.Contains(lines[2], `"new_words":["TAME","TRY"]`) || strings.Contains(out, "LAME") {
		t.Errorf("status %d, %d lines: %s", status, len(lines), out)
	}
}

func TestReplayNamesTheListThatJudged(t *testing.T) {
	game := strings.Join([]string{`{"tilewatch":"game","version":1,"game":"judged","kind":"nabit","created":"2026-11-21T12:00:00Z"}`, `{"seq":1,"time":"2026-11-21T12:00:01Z","event":` + sheetStart + `}`, `{"seq":2,"time":"2026-11-21T12:00:02Z","event":` + sheetGame + `}`,
		`{"seq":3,"time":"2026-11-21T12:00:03Z","event":{"type":"challenge","by":"green","word":"GAME","verdict":"rejected","list":{"name":"english","words":9,"hash":"abc"}}}`, `{"end":3}`}, "\n")
	out, diagnostics, status := inside(t, "replay", file(t, game))
	if status != exitDone || !strings.Contains(out, "green challenges GAME: it is a word (english, 9 words, abc)") {
		t.Errorf("status %d, %s%s", status, out, diagnostics)
	}
}
