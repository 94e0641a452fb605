package game_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tilewatch/engine/game"
)

// sums is a game in which numbers are added up: its position is the sum.
var sums = game.Rules[int]{
	Name: "sums",
	Start: func(e game.Event) (int, any, []game.Violation) {
		var f struct{ Players game.Seats }
		if v := e.Into(&f); v != nil {
			return 0, nil, v
		}
		return 0, nil, f.Players.Check(1, 3)
	},
	Apply: func(p int, e game.Event) (int, any, []game.Violation) {
		var f struct{ N int }
		if v := e.Into(&f); v != nil {
			return p, nil, v
		}
		if f.N == 0 {
			return p, nil, game.Broken("zero", "%d adds nothing", f.N)
		}
		return p + f.N, struct {
			Added int `json:"added"`
		}{f.N}, nil
	},
	Show: func(p int) any {
		return struct {
			Sum int `json:"sum"`
		}{p}
	},
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFold(t *testing.T) {
	table := game.NewFold(sums)
	for _, tt := range []struct{ rule, event, want string }{
		{"nothing before a start", `{"type":"add","n":1}`, `"rule":"bad_event"`},
		{"another game's start", `{"type":"start","game":"chess"}`, `is sums, not \"chess\"`},
		{"too many players", `{"type":"start","players":4}`, `needs 1 to 3`},
		{"a start", `{"type":"start","game":"sums","players":["Ana"]}`, `{"ok":true,"sum":0}`},
		{"an event's own fields come before the state", `{"type":"add","n":3}`, `{"ok":true,"added":3,"sum":3}`},
		{"a broken rule changes nothing", `{"type":"add"}`, `{"ok":false,"violations":[{"rule":"zero","message":"0 adds nothing"}]}`},
		{"no JSON", `hello`, `not an event`},
		{"nothing", ` `, `the line is empty`},
		{"a field of the wrong kind", `{"type":"add","n":"x"}`, `cannot be a string`},
		{"another", `{"type":"add","n":4}`, `"sum":7`},
		{"undo", `{"type":"undo"}`, `{"ok":true,"sum":3}`},
		{"undo again", `{"type":"undo"}`, `"sum":0`},
		{"the start is not undone", `{"type":"undo"}`, `nothing to undo`},
		{"redo", `{"type":"redo"}`, `"sum":3`},
		{"redo again", `{"type":"redo"}`, `"sum":7`},
		{"nothing is left to redo", `{"type":"redo"}`, `nothing to redo`},
		{"undo for the last time", `{"type":"undo"}`, `"sum":3`},
		{"what comes now", `{"type":"add","n":1}`, `"sum":4`},
		{"leaves nothing to redo", `{"type":"redo"}`, `nothing to redo`},
	} {
		if got := asJSON(t, table.Handle([]byte(tt.event))); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.rule, got, tt.want)
		}
	}
	again := game.NewFold(sums)
	if err := game.Replay(again, table.Events()); err != nil || asJSON(t, again.State()) != `{"sum":4}` {
		t.Errorf("replayed %s: %v", asJSON(t, again.State()), err)
	}
	if err := game.Replay(game.NewFold(sums), table.Events()[1:]); err == nil || !strings.Contains(err.Error(), "event 1") {
		t.Errorf("a game without its start: %v", err)
	}
}

func TestATableKeepsItsOwnEvents(t *testing.T) {
	table := game.NewFold(sums)
	event := []byte(`{"type":"start","players":1}`)
	table.Handle(event)
	copy(event, `{"type":"XXXXX"`)
	if got := string(table.Events()[0]); !strings.Contains(got, "start") {
		t.Errorf("kept %s", got)
	}
}

func TestSeats(t *testing.T) {
	for _, tt := range []struct{ rule, json, want string }{
		{"names", `["Ana","Ben"]`, "[Ana Ben]"},
		{"numbers", `[0,1,2]`, "[0 1 2]"},
		{"a count", `3`, "[0 1 2]"},
		{"what is none", `{"a":1}`, ""},
		{"far too many", `1000000`, ""},
		{"fewer than none", `-1`, ""},
	} {
		var s game.Seats
		err := json.Unmarshal([]byte(tt.json), &s)
		if (err == nil) != (tt.want != "") || err == nil && fmt.Sprint(s) != tt.want {
			t.Errorf("%s: %v, %v", tt.rule, s, err)
		}
	}
	seats := game.Seats{"Ana", "Ben", "1"}
	for _, tt := range []struct {
		rule, json string
		seat       int
		named      any
	}{
		{"by name", `"Ben"`, 1, "Ben"},
		{"by number", `0`, 0, 0},
		{"a name that is a number comes first", `1`, 2, 2},
		{"nobody", `null`, -1, nil},
		{"somebody else", `"Cleo"`, -1, nil},
		{"no such seat", `7`, -1, nil},
	} {
		var r game.Ref
		if err := json.Unmarshal([]byte(tt.json), &r); err != nil {
			t.Fatal(err)
		}
		seat, v := seats.Find(r)
		if (v == nil) != (tt.seat >= 0) || v == nil && (seat != tt.seat || seats.Named(seat, r) != tt.named) {
			t.Errorf("%s: seat %d, %v, named %v", tt.rule, seat, v, seats.Named(seat, r))
		}
	}
}

func TestStamped(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	stamped, err := game.Stamped([]byte(`{"type":"add","n":2,"at":"1999-01-01T00:00:00Z"}`), at)
	if err != nil {
		t.Fatal(err)
	}
	e, err := game.ParseEvent(stamped)
	if err != nil || !e.At.Equal(at) || e.Type != "add" {
		t.Errorf("%s is %+v: %v", stamped, e, err)
	}
	if _, err := game.Stamped([]byte(`[]`), at); err == nil {
		t.Error("a list was stamped")
	}
}

func TestLine(t *testing.T) {
	l := game.LineAt(game.Moment{Frame: 7, Time: 1500 * time.Millisecond}, "placed", struct {
		Number int `json:"number"`
	}{34})
	if got, want := asJSON(t, l), `{"type":"placed","frame":7,"time_s":1.5,"number":34}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := asJSON(t, game.Line{Type: "summary"}), `{"type":"summary","frame":0,"time_s":0}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzHandle(f *testing.F) {
	f.Add(`{"type":"start","players":["Ana"]}`, `{"type":"add","n":1}`)
	f.Add(`{"type":"start","players":3}`, `{"type":"undo"}`)
	f.Fuzz(func(t *testing.T, first, second string) {
		table := game.NewFold(sums)
		for _, e := range []string{first, second} {
			if _, err := json.Marshal(table.Handle([]byte(e))); err != nil {
				t.Errorf("%q: %v", e, err)
			}
		}
	})
}

func TestAFoldKnowsWhatStands(t *testing.T) {
	table := game.NewFold(sums)
	for _, e := range []string{`{"type":"start","players":["Ana"]}`, `{"type":"add","n":1}`, `{"type":"add","n":2}`, `{"type":"undo"}`} {
		if a := table.Handle([]byte(e)); !a.OK {
			t.Fatalf("%s: %v", e, a.Violations)
		}
	}
	stand := func() string {
		undo, redo := table.Steps()
		return asJSON(t, table.Line()) + " " + string(undo) + " " + string(redo)
	}
	const undone = `[{"number":1,"event":{"type":"start","players":["Ana"]}},{"number":2,"event":{"type":"add","n":1}}] {"type":"add","n":1} {"type":"add","n":2}`
	if got := stand(); got != undone {
		t.Errorf("what stands, and what was undone: %s", got)
	}
	t.Run("a trial says what would follow, and changes nothing", func(t *testing.T) {
		for event, want := range map[string]string{`{"type":"add","n":5}`: `{"sum":6}`, `{"type":"redo"}`: `{"sum":3}`, `{"type":"undo"}`: `{"sum":0}`, `{"type":"add"}`: `{"sum":1}`} {
			if _, after := table.Try([]byte(event)); asJSON(t, after.State()) != want || stand() != undone || asJSON(t, table.State()) != `{"sum":1}` {
				t.Errorf("%s: it would be %s, want %s; then it stands %s", event, asJSON(t, after.State()), want, stand())
			}
		}
	})
}
