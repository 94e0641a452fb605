package nabit

import (
	"slices"
	"testing"

	"tilewatch/engine"
)

// final is a board with the words of the rule sheet's four-player final and no others, laid by legal plays. (Its own
// picture is lost.) The players take turns; who has no play here exchanges.
var final = []Play{
	{engine.Green, across(0, 0, "PAD")},
	{engine.Green, down(-2, 1, "RO D")},       // ROAD, through the A of PAD
	{engine.Yellow, across(-2, -2, "SPO TS")}, // SPORTS
	{engine.Yellow, down(-4, -2, "RI E")},     // RISE
	{engine.Purple, across(-1, -5, "HAR")},    // HARE
	{engine.Red, down(-7, 2, "SQUIN")},        // SQUINT
	{engine.Purple, down(0, -3, "INSE")},      // RINSE
	{engine.Purple, down(0, -5, "EAP")},       // HEAP
	{engine.Yellow, across(-7, 0, "EA EL")},   // EASEL
	{engine.Purple, across(-4, 1, "L NED")},   // LINED
	{engine.Red, across(-4, -7, "DANCE")},     // DANCER
}

func TestTheFinalOfTheRuleSheet(t *testing.T) {
	players := []engine.Color{engine.Red, engine.Purple, engine.Yellow, engine.Green}
	g := New(nil)
	a := g.Apply(Event{Type: Start, Players: players})
	for _, p := range final {
		for a.Next != p.Color {
			a = g.Apply(Event{Type: Exchanged, Player: a.Next, Count: 1})
		}
		if a = g.Apply(Event{Type: Played, Player: p.Color, Placements: p.Placements}); !a.OK {
			t.Fatalf("%v is refused: %v", p, a.Violations)
		}
	}
	words := map[engine.Color][]string{engine.Red: {"DANCER", "SQUINT"}, engine.Purple: {"HARE", "HEAP", "LINED", "RINSE"},
		engine.Yellow: {"EASEL", "RISE", "SPORTS"}, engine.Green: {"PAD", "ROAD"}}
	held := map[engine.Color][]string{}
	for _, w := range a.Words {
		if len(w.Controllers) != 1 {
			t.Errorf("%s is controlled by %v", w.Text, w.Controllers)
		}
		held[w.Controllers[0]] = append(held[w.Controllers[0]], w.Text)
	}
	for _, c := range players {
		if slices.Sort(held[c]); !slices.Equal(held[c], words[c]) {
			t.Errorf("%v controls %v, want %v", c, held[c], words[c])
		}
	}
	banked := map[engine.Color]int{engine.Red: 4, engine.Purple: 3, engine.Yellow: 4, engine.Green: 2}
	scores := Scores(g.Board(), banked, engine.Yellow, players)
	for i, want := range []int{6, 7, 8, 4} {
		if scores[i].Total != want {
			t.Errorf("%v has %d points, want %d", players[i], scores[i].Total, want)
		}
	}
	if got := Winners(scores); !slices.Equal(got, []engine.Color{engine.Yellow}) {
		t.Errorf("winners %v, want yellow", got)
	}
}
