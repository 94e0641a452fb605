package game_test

import (
	"strings"
	"testing"

	"tilewatch/engine/game"
)

// lasting is sums whose sum cannot fall below zero.
func lasting() *game.Fold[int] {
	rules := sums
	rules.Apply = func(p int, e game.Event) (int, any, []game.Violation) {
		after, fields, v := sums.Apply(p, e)
		if v == nil && after < 0 {
			return p, nil, game.Broken("debt", "%d are not there", -after)
		}
		return after, fields, v
	}
	return game.NewFold(rules)
}

func TestAnyEventCanBeCorrected(t *testing.T) {
	table := lasting()
	for _, e := range []string{`{"type":"start","players":1}`, `{"type":"add","n":5,"at":"2026-05-01T12:00:00Z"}`, `{"type":"add","n":-4}`, `{"type":"add","n":9}`, `{"type":"add","n":7}`, `{"type":"undo"}`} {
		if a := table.Handle([]byte(e)); !a.OK {
			t.Fatalf("%s: %v", e, a.Violations)
		}
	}
	for _, tt := range []struct{ rule, event, want string }{
		{"an event was another one", `{"type":"correct","event":2,"to":{"type":"add","n":6}}`, `{"ok":true,"added":6,"sum":11}`},
		{"another follows", `{"type":"add","n":1}`, `"sum":12`},
		{"one comes before another", `{"type":"correct","before":2,"to":{"type":"add","n":3}}`, `{"ok":true,"added":3,"sum":15}`},
		{"by its own number it is corrected too", `{"type":"correct","event":9,"to":{"type":"add","n":2}}`, `"sum":14`},
		{"one is removed, and another no longer fits", `{"type":"correct","event":2,"remove":true}`,
			`{"ok":true,"misfits":[{"number":3,"event":{"type":"add","n":-4},"violations":[{"rule":"debt","message":"2 are not there"}]}],"sum":12}`},
		{"it is told as long as it does not", `{"type":"add","n":1}`, `"misfits":[{"number":3`},
		{"until it fits again", `{"type":"correct","event":9,"to":{"type":"add","n":4}}`, `{"ok":true,"added":4,"sum":11}`},
		{"a correction is undone", `{"type":"undo"}`, `"misfits":[{"number":3`},
		{"what is put in is judged", `{"type":"correct","before":3,"to":{"type":"add","n":-9}}`, `"rule":"debt"`},
		{"the start stays", `{"type":"correct","event":1,"remove":true}`, `event 1 cannot be corrected`},
		{"what was undone is not there", `{"type":"correct","event":5,"remove":true}`, `event 5 cannot be corrected`},
		{"an undo is none", `{"type":"correct","event":6,"remove":true}`, `event 6 cannot be corrected`},
		{"nor can one be put in", `{"type":"correct","event":3,"to":{"type":"undo"}}`, `undo is no event of the game`},
		{"nor what is no event", `{"type":"correct","event":3,"to":7}`, `not an event`},
		{"it says which", `{"type":"correct","to":{"type":"add","n":1}}`, `name an event and what it was`},
		{"and not two", `{"type":"correct","event":3,"before":3,"to":{"type":"add","n":1}}`, `name an event and what it was`},
		{"it says what", `{"type":"correct","event":3}`, `name an event and what it was`},
		{"nothing is removed before another", `{"type":"correct","before":3,"remove":true}`, `name an event and what it was`},
	} {
		if got := asJSON(t, table.Handle([]byte(tt.event))); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.rule, got, tt.want)
		}
	}
	for range 2 {
		table.Handle([]byte(`{"type":"redo"}`))
		table.Handle([]byte(`{"type":"undo"}`))
	}
	if w, misfit := game.Misfit(table); !misfit || len(w.Events) != 1 || !strings.HasSuffix(w.Message, "; event 3: 2 are not there") {
		t.Errorf("warned of %+v", w)
	}
	again := lasting()
	if err := game.Replay(again, table.Events()); err != nil || asJSON(t, again.Line()) != asJSON(t, table.Line()) {
		t.Errorf("replayed, the line is %s, was %s: %v", asJSON(t, again.Line()), asJSON(t, table.Line()), err)
	}
}

func TestACorrectedEventKeepsItsTime(t *testing.T) {
	table := game.NewFold(sums)
	for _, e := range []string{`{"type":"start","players":1}`, `{"type":"add","n":5,"at":"2026-05-01T12:00:00Z"}`,
		`{"type":"correct","event":2,"to":{"type":"add","n":6,"at":"1999-01-01T00:00:00Z"},"at":"2026-05-01T12:09:00Z"}`} {
		table.Handle([]byte(e))
	}
	if got := string(table.Line()[1].Event); got != `{"at":"2026-05-01T12:00:00Z","n":6,"type":"add"}` {
		t.Errorf("it is %s", got)
	}
}
