package record

import (
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
)

// gameAndTry are the events of the rule page's example.
func gameAndTry() []nabit.Event {
	at := func(row, col int, letter byte) nabit.Placement {
		return nabit.Placement{Place: engine.Place{Row: row, Col: col}, Letter: engine.Letter(letter)}
	}
	return []nabit.Event{
		{Type: nabit.Start, Players: []engine.Color{engine.Yellow, engine.Green}},
		{Type: nabit.Played, Player: engine.Yellow, Placements: []nabit.Placement{at(0, 0, 'G'), at(0, 1, 'A'), at(0, 2, 'M'), at(0, 3, 'E')}},
		{Type: nabit.Played, Player: engine.Green, Placements: []nabit.Placement{at(0, 0, 'T'), at(1, 0, 'R'), at(2, 0, 'Y')}},
		{Type: nabit.Banked, Player: engine.Green},
	}
}

// kept are the types of the events of every game, games apart by a bar.
func kept(t *testing.T, j journal.Journal) string {
	t.Helper()
	games, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, g := range games {
		var types []string
		for e, err := range events(t, j, g.Game) {
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, string(e.Type))
		}
		all = append(all, strings.Join(types, " "))
	}
	return strings.Join(all, " | ")
}

func events(t *testing.T, j journal.Journal, game string) iter.Seq2[nabit.Event, error] {
	return func(yield func(nabit.Event, error) bool) {
		for e, err := range j.Read(t.Context(), game, 1) {
			if err != nil {
				yield(nabit.Event{}, err)
				return
			}
			if event, err := nabit.ParseEvent(e.Payload); !yield(event, err) {
				return
			}
		}
	}
}

// keep keeps the events as a game of its own, and answers its name.
func keep(t *testing.T, j journal.Journal, name string, events []nabit.Event) string {
	t.Helper()
	now := time.Now().Truncate(time.Microsecond)
	var entries []journal.Entry
	for _, e := range events {
		payload, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, journal.Entry{Time: now, Payload: payload})
	}
	if err := j.Create(t.Context(), journal.Header{Game: name, Kind: Kind, Created: now}, entries...); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestTheLastGameGoesOn(t *testing.T) {
	e := gameAndTry()
	for _, c := range []struct {
		name   string
		events []nabit.Event
		want   string
	}{
		{"if it is under way", e, "yellow 0, green 3"},
		{"not if it is over", append(e, nabit.Event{Type: nabit.Finished}), ""},
		{"not if there is none", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := journal.NewMemory()
			if len(c.events) > 0 {
				keep(t, j, "g", c.events)
			}
			stored, err := Current(t.Context(), j, func(string) {})
			if c.want == "" {
				if !errors.Is(err, ErrNone) {
					t.Errorf("got %v, %v", stored, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			summary, err := stored.Summarize()
			if err != nil || summary.Line() != c.want || stored.Game != "g" {
				t.Errorf("%s, %v", summary.Line(), err)
			}
		})
	}
}

func TestADamagedGameGoesOnAsFarAsItIsGood(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	j, err := journal.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	keep(t, j, "g", gameAndTry())
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE events SET time = time + 1 WHERE seq = 3`); err != nil {
		t.Fatal(err)
	}
	notes := ""
	stored, err := Current(t.Context(), j, func(text string) { notes += text })
	if err != nil || len(stored.Events) != 2 || !strings.Contains(notes, "event 3") {
		t.Fatalf("%v, told %q", err, notes)
	}
	if got := kept(t, j); got != "start play" {
		t.Errorf("kept %q", got)
	}
}

func TestAJudgeKnowsTheRules(t *testing.T) {
	var j Judge
	for i, c := range []struct {
		payload string
		says    string
	}{
		{`{"type":"start","players":["yellow","green"],"options":{"words":"enforce"}}`, ""},
		{`{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"X"},{"row":0,"col":1,"letter":"Q"}]}`, ""}, // the list of then had it
		{`{"type":"play","player":"yellow","placements":[{"row":1,"col":0,"letter":"X"}]}`, "green's turn"},
		{`{"type":"dance"}`, "no such event"},
		{`{"type":7}`, "not an event"},
	} {
		err := j.Take(journal.Event{Seq: uint64(i) + 1, Kind: Kind, Payload: json.RawMessage(c.payload)})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v", c.payload, err)
		}
	}
	if err := j.Take(journal.Event{Seq: 1, Kind: "snag", Payload: json.RawMessage(`{"type":"place"}`)}); err != nil {
		t.Error(err)
	}
}
