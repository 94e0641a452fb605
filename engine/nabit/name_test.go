package nabit

import (
	"strings"
	"testing"

	"tilewatch/engine"
)

func TestPlayersMayBeCalledByNames(t *testing.T) {
	g := New(nil)
	start := Event{Type: Start, Players: []engine.Color{engine.Red, engine.Green}, Names: map[engine.Color]string{engine.Red: " Ana "}}
	if a := g.Apply(start); !a.OK || g.State().Names[engine.Red] != "Ana" {
		t.Fatalf("%+v, %v", a, g.State().Names)
	}
	for _, c := range []struct {
		name  string
		event Event
		ok    bool
		want  string // green's name afterwards
	}{
		{"a name given later counts from then on", Event{Type: Named, Player: engine.Green, Name: "Ben"}, true, "Ben"},
		{"it can be undone", Event{Type: Undone}, true, ""},
		{"and done again", Event{Type: Redone}, true, "Ben"},
		{"who does not play is not named", Event{Type: Named, Player: engine.Yellow, Name: "Cleo"}, false, "Ben"},
		{"a name is one short line", Event{Type: Named, Player: engine.Green, Name: strings.Repeat("n", 25)}, false, "Ben"},
		{"and nothing that controls a terminal", Event{Type: Named, Player: engine.Green, Name: "B\x1b[2J"}, false, "Ben"},
		{"two change colors", Event{Type: Seated, Player: engine.Green, Color: engine.Red}, true, "Ana"},
		{"only with somebody who plays", Event{Type: Seated, Player: engine.Green, Color: engine.Yellow}, false, "Ana"},
		{"and back", Event{Type: Seated, Player: engine.Red, Color: engine.Green}, true, "Ben"},
		{"an empty name is the color's again", Event{Type: Named, Player: engine.Green}, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if a := g.Apply(c.event); a.OK != c.ok || g.State().Names[engine.Green] != c.want {
				t.Errorf("%+v, %v", a, g.State().Names)
			}
		})
	}
	if undo, redo := g.Table().Steps(); len(g.Events()) != 7 || undo == nil || again(undo).Name != "" || redo != nil {
		t.Errorf("%d events, to undo %s, to redo %s", len(g.Events()), undo, redo)
	}
	replayed, err := Replay(nil, g.Events())
	if err != nil || replayed.State().Names[engine.Red] != "Ana" {
		t.Errorf("%v, %v", err, replayed.State().Names)
	}
}
