package main

import (
	"strings"
	"testing"

	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/sqlite"
)

// TestAGameThatTheRulesRefuseIsListed among the others: its events are as they were kept, but an older version had other rules.
func TestAGameThatTheRulesRefuseIsListed(t *testing.T) {
	folder := withGame(t)
	old, err := journal.NewReader(strings.NewReader(strings.Join([]string{
		`{"tilewatch":"game","version":1,"game":"old","kind":"nabit","title":"An old game","players":["red","green"],"created":"2026-11-20T12:00:00Z"}`,
		`{"seq":1,"time":"2026-11-20T12:00:00Z","event":{"type":"start","players":["red","green"]}}`,
		`{"seq":2,"time":"2026-11-20T12:00:00Z","event":{"type":"pass","player":"green"}}`, `{"end":2}`,
	}, "\n"))).Next()
	if err != nil {
		t.Fatal(err)
	}
	j, err := sqlite.Open(t.Context(), folder+"/"+store.GamesFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Import(t.Context(), j, old); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	out, diagnostics, status := inside(t, "games", "list", "--json", "--data", folder)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != exitFailed || len(lines) != 2 || diagnostics != "" {
		t.Fatalf("status %d, %s%s", status, out, diagnostics)
	}
	for i, want := range []string{`"title":"An old game","players":["red","green"],"started":"2026-11-20T12:00:00.000000Z"`, `"title":"The example"`} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("no %s in %s", want, lines[i])
		}
	}
	if !strings.Contains(lines[0], `"error":{"code":"refused","message":"game \"old\": event 2, \"pass\": it is red's turn; `) || strings.Contains(lines[1], `"error"`) {
		t.Error(out)
	}
	out, _, status = inside(t, "games", "list", "--data", folder)
	if status != exitFailed || !strings.Contains(out, "REFUSED: ") || !strings.Contains(out, "2 turns, finished, won by green") {
		t.Errorf("status %d, %s", status, out)
	}
	if out, _, status := inside(t, "games", "export", "--data", folder, "old"); status != exitDone || strings.Count(out, "\n") != 4 {
		t.Errorf("what the message promises: status %d, %s", status, out)
	}
}
