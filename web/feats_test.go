package web

import (
	"fmt"
	"testing"

	"tilewatch/engine"
	"tilewatch/web/games/nabit"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// TestAGameIsRememberedForItsBest compares what each game is remembered for, by hand from its record.
func TestAGameIsRememberedForItsBest(t *testing.T) {
	games := endedGames(t)
	for name, want := range map[string]string{
		"nabit":  "[play Ana CUTER and US 3] [word Ben LAPELS 6] [steal Cleo CLUB 1 from Grandpa] ",
		"snag":   "[run Ben  4] ",
		"dabble": "[round Ana  32] [word Ana CARPET 6] ",
		"tabit":  "[round Ana MOON 400] ",
		"none":   "",
	} {
		s, got := games[name], ""
		for _, f := range s.Feats {
			got += fmt.Sprintf("[%s %s %s %d", f.Kind, s.PlayerOf(f.Player).Name, text.For("en").List(f.Words), f.N)
			if len(f.From) > 0 {
				got += " from " + s.NamesOf(f.From, text.For("en"))
			}
			got += "] "
		}
		if got != want {
			t.Errorf("%s is remembered for %q, not %q", name, got, want)
		}
	}
}

// TestATurnTakenBackIsNoFeat, and what a word was taken from nobody is no steal.
func TestATurnTakenBackIsNoFeat(t *testing.T) {
	play := func(number int, kind, word string, nabbed ...scoreboard.Nab) scoreboard.Told {
		turn := &scoreboard.Turn{Number: number, Kind: kind, Player: engine.Red, Nabbed: nabbed}
		turn.Words = []scoreboard.Change{{Word: scoreboard.Word{Word: engine.Word{Text: word}}}}
		return scoreboard.Told{State: scoreboard.State{Players: []scoreboard.Player{{Color: engine.Red}, {Color: engine.Green}}, LastTurn: turn}, Points: []int{2, 0}}
	}
	feats := nabit.Page.(scoreboard.Remembering).Feats([]scoreboard.Told{
		play(1, scoreboard.Played, "LONGEST", scoreboard.Nab{Word: "LONGEST", From: []engine.Color{engine.Green}}), play(1, scoreboard.Withdrawn, "LONGEST"),
		play(2, scoreboard.Played, "TAME", scoreboard.Nab{Word: "TAME"}),
	})
	if len(feats) != 2 || feats[0].Words[0] != "TAME" || feats[1].Words[0] != "TAME" {
		t.Errorf("remembered are %+v", feats)
	}
}
