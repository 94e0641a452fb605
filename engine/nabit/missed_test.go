package nabit

import (
	"slices"
	"testing"
)

func TestATurnThatNobodySawIsEnteredWithOneWord(t *testing.T) {
	seen := plays(green, across(0, 4, "D"))
	seen.Seen = true // green again: nobody saw the turns in between
	g, _ := played(t, nil, append(nabbedTame(), seen)...)
	skipped := slices.IndexFunc(g.State().Turns, func(t Turn) bool { return t.Kind == Skipped })
	if skipped < 0 {
		t.Fatal("nobody was skipped")
	}
	for _, as := range []Type{Passed, Exchanged} {
		a := g.Apply(Event{Type: Corrected, Turn: skipped + 1, As: as})
		if s := g.State(); !a.OK || s.Turns[skipped].Kind != as || s.Turn != len(s.Turns) {
			t.Errorf("as %s: %v, %s", as, a.Violations, marshal(t, s.Turns))
		}
	}
	for _, wrong := range []Event{{Type: Corrected, Turn: 1, As: Banked}, {Type: Corrected, Turn: 1, As: Passed, Placements: across(5, 5, "AB")}} {
		if a := g.Apply(wrong); a.OK {
			t.Errorf("%+v was accepted", wrong)
		}
	}
	again, err := Replay(nil, g.Events())
	if err != nil || again.State().Turns[skipped].Kind != Exchanged {
		t.Errorf("replayed: %v, %s", err, marshal(t, again.State().Turns))
	}
}

func TestTilesOfMissedTurnsAreMarked(t *testing.T) {
	missed := Event{Type: Played, Player: red, Placements: append(across(3, 0, "AB"), down(-1, 3, "X")...), Seen: true, Missed: true}
	g, a := played(t, nil, append(nabbedTame(), missed)...)
	if s := g.State(); !a.OK || !s.Last.Missed || len(s.Last.Violations) == 0 {
		t.Errorf("%v, %s", a.Violations, marshal(t, s.Last))
	}
	missed.Seen = false
	if a := g.Apply(missed); a.OK {
		t.Error("a person lays tiles by the rules")
	}
}
