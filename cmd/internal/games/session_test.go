package games

import (
	"reflect"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine/journal"
	"tilewatch/web/scoreboard"
)

// TestEveryGameGoesOnAsItStood begins the program again: the page knows since when the turn lasts, and what the last one brought.
func TestEveryGameGoesOnAsItStood(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		p, j := begun(t, g)
		again := at(t, g, j)
		if err := again.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		again.run(t)
		before, after := p.state(t), again.state(t)
		if events := newest(t, j).Events; !after.TurnSince.Equal(events[len(events)-1].Time) {
			t.Errorf("the turn began at %v, and the last event came at %v", after.TurnSince, events[len(events)-1].Time)
		}
		if !reflect.DeepEqual(after.Players, before.Players) || !reflect.DeepEqual(after.LastTurn, before.LastTurn) {
			t.Errorf("%+v, %+v\nbefore it was\n%+v, %+v", after.Players, after.LastTurn, before.Players, before.LastTurn)
		}
	})
}

// TestEveryGameSaysWhatSomebodyDidElsewhere has another program take what is kept here: its page tells of it as this one's does.
func TestEveryGameSaysWhatSomebodyDidElsewhere(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		here, j := begun(t, g)
		there := at(t, g, j)
		there.run(t)
		if err := there.Reload(newest(t, j)); err != nil {
			t.Fatal(err)
		}
		if s := there.state(t); s.Notice != nil {
			t.Errorf("something is told of a game that was only opened: %+v", s.Notice)
		}
		for _, event := range []string{`{"type":"undo"}`, `{"type":"redo"}`, `{"type":"mark","hidden":true}`, `{"type":"finish"}`} {
			here.must(t, event)
			events := newest(t, j).Events
			if err := there.Apply(events[len(events)-1:]); err != nil {
				t.Fatal(err)
			}
			a, b := here.state(t), there.state(t)
			for _, s := range []*scoreboard.State{&a, &b} {
				s.Seq, s.Updated, s.TurnSince, s.Evening = 0, here.state(t).Updated, here.state(t).TurnSince, nil
			}
			if !reflect.DeepEqual(a, b) {
				t.Errorf("after %s\n%+v\nthere\n%+v", event, a, b)
			}
		}
	})
}

// TestAGameWithoutACameraIsLive: people enter all that happens. Until somebody does, and after a restart, the page waits.
func TestAGameWithoutACameraIsLive(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		j := journal.NewMemory()
		p := at(t, g, j)
		if err := p.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.run(t)
		if s := p.state(t); s.Status != scoreboard.Waiting {
			t.Errorf("before anybody plays the page says %q", s.Status)
		}
		p.must(t, startOfTwo)
		p.must(t, move(g, "red"))
		if s := p.state(t); s.Status != scoreboard.Live {
			t.Errorf("in play the page says %q", s.Status)
		}
		again := at(t, g, j)
		if err := again.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		again.run(t)
		if s := again.state(t); s.Status != scoreboard.Waiting {
			t.Errorf("after a restart it says %q", s.Status)
		}
		again.must(t, `{"type":"undo"}`)
		if s := again.state(t); s.Status != scoreboard.Live {
			t.Errorf("played on, it says %q", s.Status)
		}
	})
}

// TestEveryGameCanBeTried tries a move, and what goes back to it: nothing changes.
func TestEveryGameCanBeTried(t *testing.T) {
	every(t, func(t *testing.T, g game.Game) {
		p := at(t, g, journal.NewMemory())
		p.run(t)
		p.must(t, startOfTwo)
		start := p.state(t)
		tried := func(event, kind string) scoreboard.State {
			t.Helper()
			out, err := p.Try(t.Context(), command(event, kind))
			if err != nil || !out.OK {
				t.Fatalf("%s: %s, %v", event, out.Why, err)
			}
			return out.State
		}
		if s := tried(move(g, "red"), kindOf(t, move(g, "red"))); s.Turn == start.Turn && reflect.DeepEqual(s.Detail, start.Detail) {
			t.Errorf("a move would bring nothing: %+v", s)
		}
		if !reflect.DeepEqual(p.state(t), start) {
			t.Error("trying has changed the game")
		}
		p.must(t, move(g, "red"))
		moved := p.state(t)
		if s := tried(`{"type":"undo"}`, "undo"); s.Turn != start.Turn {
			t.Errorf("an undo would lead to turn %d, want %d", s.Turn, start.Turn)
		}
		if !reflect.DeepEqual(p.state(t), moved) {
			t.Error("trying has changed the game")
		}
	})
}
