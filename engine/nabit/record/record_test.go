package record

import (
	"encoding/json"
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

// keep keeps the events as a game of its own.
func keep(t *testing.T, j journal.Journal, name string, events []nabit.Event) {
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
}

func TestASummaryIsOfTheGameAsItWasKept(t *testing.T) {
	e := gameAndTry()
	for _, c := range []struct {
		name     string
		events   []nabit.Event
		line     string
		finished bool
	}{
		{"under way", e, "yellow 0, green 3", false},
		{"over", append(e, nabit.Event{Type: nabit.Finished}), "yellow 0, green 3", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := journal.NewMemory()
			keep(t, j, "g", c.events)
			game, err := journal.Load(t.Context(), j, "g")
			if err != nil {
				t.Fatal(err)
			}
			stored, err := Read(game)
			if err != nil {
				t.Fatal(err)
			}
			summary, err := stored.Summarize()
			if err != nil || summary.Line() != c.line || summary.Finished != c.finished || stored.Game != "g" || len(stored.Events) != len(c.events) {
				t.Errorf("%s, finished %v, %v", summary.Line(), summary.Finished, err)
			}
		})
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
		{`{"type":"challenge","by":"green","word":"XQ"}`, "no verdict"}, // the list of then is not there to be asked
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
