package nabit

import (
	"strings"
	"testing"

	"tilewatch/engine"
)

func TestMessagesSayWhatToDo(t *testing.T) {
	here := []engine.Place{{Row: -1, Col: 2}}
	for _, test := range []struct {
		v    Violation
		want string
	}{
		{Violation{Rule: FirstPlay}, "the first play links two or more tiles into one word"},
		{Violation{Rule: OneLine}, "all tiles of a turn lie in one row or one column"},
		{Violation{Rule: OnePerStack, Places: here}, "at most one tile goes on the same stack in one turn (row -1, column 2)"},
		{Violation{Rule: MaxHeight, Places: here}, "no stack may be higher than 5 tiles (row -1, column 2)"},
		{Violation{Rule: SameLetter, Letter: 'R'}, "R may not go on another R"},
		{Violation{Rule: CoversWord, Word: "GAME"}, `"GAME" would be covered entirely: leave at least one of its letters`},
		{Violation{Rule: NotConnected, Places: append(here, here...)}, "every tile must join the tiles that were there before (row -1, column 2; row -1, column 2)"},
		{Violation{Rule: NoNewWord}, "the play makes no new word"},
		{Violation{Rule: NotAWord, Word: "XQ"}, `"XQ" is not in the word list`},
		{Violation{Rule: NotYourTurn, Player: engine.Green}, "it is green's turn"},
		{Violation{Rule: CannotBank, Detail: "one tile a turn"}, "no tile can be banked now: one tile a turn"},
		{Violation{Rule: CannotExchange, Count: 6, Detail: "a rack has five tiles"}, "6 tiles cannot be exchanged: a rack has five tiles"},
		{Violation{Rule: CannotPass, Detail: "play again or exchange"}, "nobody can pass now: play again or exchange"},
		{Violation{Rule: ChallengeClosed}, "only words of the last play can be challenged, until the next turn begins"},
		{Violation{Rule: TooManyTiles, Count: 6, Detail: "a rack has five tiles"}, "6 tiles are too many: a rack has five tiles"},
		{Violation{Rule: TooManyTiles, Detail: "green should still have 2 tiles in the bag"}, "green should still have 2 tiles in the bag"},
		{Violation{Rule: GameOver, Turn: 7, Detail: "all players have passed"}, "turn 7: the game is over: all players have passed"},
		{Violation{Rule: BadEvent, Detail: "a tile needs a letter, A to Z", Places: here}, "a tile needs a letter, A to Z (row -1, column 2)"},
	} {
		if got := test.v.Message(); got != test.want {
			t.Errorf("%s: message %q, want %q", test.v.Rule, got, test.want)
		}
	}
	got := marshal(t, Violation{Rule: CoversWord, Word: "AT", Places: here})
	if want := `{"rule":"covers_word","message":"\"AT\" would be covered entirely: leave at least one of its letters","places":[{"row":-1,"col":2}],"word":"AT"}`; got != want {
		t.Errorf("JSON %s, want %s", got, want)
	}
}

func TestOptionsAreNamedInTheEvents(t *testing.T) {
	g := New(nil)
	table(t, g, `{"type":"start","players":["red","purple"],"options":{"tie_nabs":true,"start":"lot","tie_break":"words_topped"}}`)
	want := Options{TieNabs: true, Words: ByChallenge, Start: Lot, TieBreak: WordsTopped}
	if got := marshal(t, New(nil).Apply(g.Events()[0])); !strings.Contains(got, `"options":{"require_contiguous":false,"tie_nabs":true,"words":"challenge","start":"lot","tie_break":"words_topped"}`) {
		t.Errorf("answer %s", got)
	}
	if got := g.Events()[0].Options; got != want || g.State().Options != want {
		t.Errorf("options %+v, want %+v", got, want)
	}
	for _, bad := range []string{`{"start":"oldest"}`, `{"tie_break":"coin"}`, `{"tie_nabs":"yes"}`, `7`} {
		if a := table(t, New(nil), `{"type":"start","players":["red","purple"],"options":`+bad+`}`); a.OK {
			t.Errorf("options %s are taken", bad)
		}
	}
	if a := New(nil).Apply(Event{Type: Start, Players: []engine.Color{engine.Red, engine.Green}, Options: Options{Start: "oldest"}}); a.OK {
		t.Error("a start that nobody knows is taken")
	}
}
