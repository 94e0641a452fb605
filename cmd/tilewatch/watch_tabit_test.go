package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"tilewatch/engine/tabit"
)

// tabitPlayers are the players of a line or of the film's truth.
type tabitPlayers struct {
	Players []struct {
		Seat string
		tabit.Spread
		Points int
	}
}

// TestWatchTabit watches a film in which three players turn their cards up, one changes a card, the TABIT card is drawn, the last
// cards are turned up, and a new round is dealt. Hands come for nothing too.
func TestWatchTabit(t *testing.T) {
	t.Parallel()
	truth, err := os.ReadFile("../../testdata/tabit/live/oblique.json")
	if err != nil {
		t.Fatal(err)
	}
	var film struct {
		States []tabitPlayers
		Events []struct {
			Type       string
			State      *int
			FirstFrame int `json:"first_frame"`
		}
	}
	if err := json.Unmarshal(truth, &film); err != nil {
		t.Fatal(err)
	}
	path, frames := filmOf(t, "tabit")
	var out, diagnostics bytes.Buffer
	if status := run(context.Background(), []string{"watch", "--game", "tabit", "--json", path}, &out, &diagnostics); status != exitDone {
		t.Fatalf("exit status %d: %s", status, &diagnostics)
	}
	fits(t, out.String(), "watch", "--json")
	type watched struct {
		Type  string
		Frame int
		tabitPlayers
	}
	var got []watched
	for _, line := range bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n")) {
		var l watched
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got = append(got, l)
	}
	// What must be reported, and from which frame on: the cards whenever they changed, and the tab once all are up.
	want := []watched{{"cards", 0, film.States[0]}}
	for _, e := range film.Events {
		if e.State == nil || reflect.DeepEqual(film.States[*e.State], film.States[*e.State-1]) {
			continue
		}
		want = append(want, watched{"cards", e.FirstFrame - 15, film.States[*e.State]})
		if *e.State == 5 {
			want = append(want, watched{"tab", e.FirstFrame - 15, film.States[5]})
		}
	}
	want = append(want, watched{"summary", 0, film.States[len(film.States)-1]})
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(got), len(want), &out)
	}
	for i, w := range want {
		g := got[i]
		if at := frames[g.Frame]; g.Type != w.Type || !reflect.DeepEqual(g.Players, w.Players) || at < w.Frame || w.Frame > 0 && at > w.Frame+45 {
			t.Errorf("line %d at frame %d: %s %+v\nwant from frame %d on: %s %+v", i, g.Frame, g.Type, g.Players, w.Frame, w.Type, w.Players)
		}
	}
}
