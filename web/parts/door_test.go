package parts

import (
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

func TestWhoDraws(t *testing.T) {
	games := Games{plainGame{name: "first", title: "First"}, plainGame{name: "second", title: "Second"}}
	own := plainGame{name: "own", title: "Own"}
	for _, tt := range []struct {
		name  string
		state scoreboard.State
		want  string
	}{
		{"the first game draws a table where none has begun", scoreboard.State{}, "First"},
		{"a game draws the states of its name", scoreboard.State{Game: "second"}, "Second"},
		{"a state may come with its game", scoreboard.State{Game: "second", Drawn: own}, "Own"},
		{"an unknown game is drawn plainly", scoreboard.State{Game: "pips"}, "pips"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := games.Of(&tt.state).Title(); got != tt.want {
				t.Errorf("%q draws it, not %q", got, tt.want)
			}
		})
	}
}

func TestOnlyChangedPartsAreSent(t *testing.T) {
	shown, now := Parts{"head": "a", "turn": "b"}, Parts{"head": "a", "turn": "c", "notes": ""}
	if got := now.Changed(shown); len(got) != 2 || got["turn"] != "c" {
		t.Errorf("changed are %v", got)
	}
	if got := now.Without([]string{"turn"}); len(got) != 2 || len(now) != 3 {
		t.Errorf("left are %v of %v", got, now)
	}
}

// TestAnyGameIsDrawnPlainly draws a state and a photo of a game that has no drawing of its own.
func TestAnyGameIsDrawnPlainly(t *testing.T) {
	s := Plain("pips", "PIPS", map[string]any{"players": []string{"Ana", "Ben"}, "scores": []map[string]any{{"player": "Ana", "total": 3}, {"player": "Ben", "total": 1}}, "next": "Ben", "phase": "rolling", "round": 2})
	if s.Turn != 2 || len(s.Players) != 2 || s.Next != engine.PlayerColors[1] {
		t.Fatalf("%+v", s)
	}
	s = scoreboard.Complete(s, nil, s.Drawn)
	look := scoreboard.Look{Texts: text.For("en")}
	if html := Render(&s, s.Drawn, look); !strings.Contains(string(html["board"]), "rolling") || !strings.Contains(string(html["players"]), "Ana") {
		t.Errorf("%v", html)
	}
	photo := PhotoOf(s.Drawn, []byte(`{"photo":"x.jpg","pips":6,"dice":[{"corners":[[0,0],[1,0],[1,1],[0,1]],"number":6}]}`), look.Texts)
	if len(photo.Lines) != 1 || photo.Lines[0].Points != "6" || len(photo.Marks) != 1 || photo.Marks[0].Label != "6" {
		t.Errorf("%+v", photo)
	}
}
