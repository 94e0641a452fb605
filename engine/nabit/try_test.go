package nabit

import (
	"reflect"
	"testing"

	"tilewatch/engine"
)

// laid are tiles from a place on, one letter a place.
func laid(row, col int, down bool, letters string) []Placement {
	var all []Placement
	for i, l := range letters {
		at := engine.Place{Row: row, Col: col + i}
		if down {
			at = engine.Place{Row: row + i, Col: col}
		}
		all = append(all, Placement{Place: at, Letter: engine.Letter(l)})
	}
	return all
}

// try is what the event would bring, and how the game would stand.
func try(g *Game, e Event) (Answer, State) {
	a, after := g.Table().Try(e.JSON())
	s, _ := after.State().(State)
	return own(a), s
}

func TestTryChangesNothing(t *testing.T) {
	g := New(nil)
	if a, _ := try(g, Event{Type: Played, Player: engine.Yellow, Placements: laid(0, 0, false, "GAME")}); a.OK {
		t.Error("there is no game, and a play can be tried")
	}
	for _, e := range []Event{
		{Type: Start, Players: []engine.Color{engine.Yellow, engine.Green}},
		{Type: Played, Player: engine.Yellow, Placements: laid(0, 0, false, "GAME")},
	} {
		if a := g.Apply(e); !a.OK {
			t.Fatalf("%s: %v", e.Type, a.Violations)
		}
	}
	before, events := g.State(), g.Events()
	for _, tt := range []struct {
		name string
		try  Event
		rule Rule // empty: it is allowed
	}{
		{"a play", Event{Type: Played, Player: engine.Green, Placements: laid(0, 0, true, "TRY")}, ""},
		{"a pass", Event{Type: Passed, Player: engine.Green}, ""},
		{"out of turn", Event{Type: Played, Player: engine.Yellow, Placements: laid(0, 0, true, "TRY")}, NotYourTurn},
		{"the same letter", Event{Type: Played, Player: engine.Green, Placements: laid(0, 0, true, "GRY")}, SameLetter},
		{"far away", Event{Type: Played, Player: engine.Green, Placements: laid(5, 5, true, "TRY")}, NotConnected},
		{"a redo of nothing", Event{Type: Redone}, BadEvent},
		{"a start of one", Event{Type: Start, Players: []engine.Color{engine.Red}}, BadEvent},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, s := try(g, tt.try)
			if a.OK != (tt.rule == "") || !a.OK && a.Violations[0].Rule != tt.rule {
				t.Errorf("ok %v, %v; want %q", a.OK, a.Violations, tt.rule)
			}
			if a.OK && s.Turn != 2 {
				t.Errorf("it would be turn %d, want 2", s.Turn)
			}
			if !reflect.DeepEqual(g.State(), before) || !reflect.DeepEqual(g.Events(), events) {
				t.Error("trying has changed the game")
			}
		})
	}
	t.Run("it answers what playing answers", func(t *testing.T) {
		e := Event{Type: Played, Player: engine.Green, Placements: laid(0, 0, true, "TRY")}
		tried, would := try(g, e)
		if done := g.Apply(e); !reflect.DeepEqual(tried, done) {
			t.Errorf("tried %+v\nplayed %+v", tried, done)
		}
		now := g.State()
		would.CanUndo, would.CanRedo = now.CanUndo, now.CanRedo
		if !reflect.DeepEqual(would, now) {
			t.Errorf("tried %+v\nplayed %+v", would, now)
		}
	})
}
