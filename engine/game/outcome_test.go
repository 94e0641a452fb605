package game_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tilewatch/engine/game"
)

// step is an event of sums in words of its own: what is missing is filled in by the table, and kept.
type step struct {
	Type   string `json:"type"`
	N      int    `json:"n,omitempty"`
	Seen   bool   `json:"seen,omitempty"`
	Event  int    `json:"event,omitempty"`
	Remove bool   `json:"remove,omitempty"`
}

// worded is sums with events and answers of its own. What was seen to be zero stands; so does what is zero since a correction.
func worded() *game.Fold[int] {
	rules := sums
	rules.Read = func(data []byte) (game.Event, error) {
		var s step
		err := json.Unmarshal(data, &s)
		return game.Event{Type: s.Type, Seen: s.Seen, Own: s}, err
	}
	rules.Start = func(game.Event) (int, any, []game.Violation) { return 0, nil, nil }
	rules.Apply = func(p int, e game.Event) (int, any, []game.Violation) {
		n := e.Own.(step).N
		if n == 0 {
			n = 7
		}
		if p+n < 0 && !e.Refolded {
			return p, n, game.Broken("debt", "%d are not there", -p-n)
		}
		return p + n, n, nil
	}
	rules.Keep = func(e game.Event, _ int, fields any) any {
		own := e.Own.(step)
		if n, added := fields.(int); added && own.Type == "add" && own.N == 0 {
			own.N = n
			return own
		}
		return nil
	}
	rules.State = func(f *game.Fold[int]) any {
		p, _ := f.Position()
		return fmt.Sprint(p, f.CanUndo(), f.Marks().Watched)
	}
	rules.Answer = func(o game.Outcome[int]) any {
		return fmt.Sprintf("%v %d: %d to %d by %d for %d, line %d of %s", o.Refused == nil, o.Event.Number, o.Before(), o.After(), len(o.Is), len(o.Was), o.Line, o.Of)
	}
	return game.NewFold(rules)
}

func TestRulesMayHaveWordsOfTheirOwn(t *testing.T) {
	table := worded()
	for _, tt := range []struct{ rule, event, answer, state string }{
		{"nothing before a start", `{"type":"add"}`, "false 1: 0 to 0 by 0 for 0, line 3 of ", ""},
		{"a start", `{"type":"start","players":["unread"]}`, "true 1: 0 to 0 by 1 for 0", "0 false false"},
		{"an event is kept as the table understood it", `{"type":"add"}`, "true 2: 0 to 7 by 1 for 0", "7 true false"},
		{"a refusal changes nothing", `{"type":"add","n":-9}`, "false 3: 0 to 0", "7 true false"},
		{"one was seen", `{"type":"add","n":-5,"seen":true}`, "true 3: 7 to 2", "2 true true"},
		{"what follows a correction happened", `{"type":"correct","event":2,"remove":true}`, "true 4: 2 to -5 by 1 for 2", "-5 true true"},
		{"an undo says of what", `{"type":"undo"}`, `true 5: -5 to 2 by 2 for 1, line 3 of {"type":"correct","event":2,"remove":true}`, "2 true true"},
		{"a redo too", `{"type":"redo"}`, `true 6: 2 to -5 by 1 for 2, line 3 of {"type":"correct"`, "-5 true true"},
	} {
		a := table.Handle([]byte(tt.event))
		a.Line = 3
		if got := asJSON(t, a); !strings.HasPrefix(strings.ReplaceAll(got, `\"`, `"`), `"`+tt.answer) {
			t.Errorf("%s: %s, want %s", tt.rule, got, tt.answer)
		}
		if s, _ := table.State().(string); s != tt.state {
			t.Errorf("%s: the state is %q, want %q", tt.rule, s, tt.state)
		}
	}
	if kept := string(table.Events()[1]); kept != `{"type":"add","n":7}` {
		t.Errorf("kept is %s", kept)
	}
}

func TestATrialSharesNothing(t *testing.T) {
	table := game.NewFold(sums)
	for _, e := range []string{`{"type":"start","players":1}`, `{"type":"add","n":1}`, `{"type":"add","n":2}`} {
		table.Handle([]byte(e))
	}
	_, trial := table.Try([]byte(`{"type":"undo"}`))
	for _, e := range []string{`{"type":"undo"}`, `{"type":"add","n":40}`, `{"type":"add","n":50}`} {
		trial.Handle([]byte(e))
	}
	if got := asJSON(t, []any{table.State(), table.Line()[2], trial.State()}); got != `[{"sum":3},{"number":3,"event":{"type":"add","n":2}},{"sum":90}]` {
		t.Errorf("they are %s", got)
	}
	if table.Handle([]byte(`{"type":"undo"}`)); asJSON(t, table.State()) != `{"sum":1}` {
		t.Errorf("undone it is %s", asJSON(t, table.State()))
	}
}
