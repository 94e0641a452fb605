package nabit

import (
	"slices"
	"testing"

	"tilewatch/engine"
)

const yellow, green, red, purple = engine.Yellow, engine.Green, engine.Red, engine.Purple

func starts(players ...engine.Color) Event { return Event{Type: Start, Players: players} }

func plays(c engine.Color, tiles ...[]Placement) Event {
	return Event{Type: Played, Player: c, Placements: slices.Concat(tiles...)}
}
func passes(c engine.Color) Event         { return Event{Type: Passed, Player: c} }
func swaps(c engine.Color, n int) Event   { return Event{Type: Exchanged, Player: c, Count: n} }
func banksOne(c engine.Color) Event       { return Event{Type: Banked, Player: c} }
func forgot(c engine.Color) Event         { return Event{Type: Caught, Player: c} }
func corrects(n int, t []Placement) Event { return Event{Type: Corrected, Turn: n, Placements: t} }
func doubts(v Verdict, w ...string) Event {
	return Event{Type: Challenged, By: red, Words: w, Verdict: v}
}
func seen(e Event) Event                      { e.Seen = true; return e }
func with(o Options, c ...engine.Color) Event { return Event{Type: Start, Players: c, Options: o} }

// played applies the events to a new game and fails if one but the last is refused.
func played(t *testing.T, words Dictionary, events ...Event) (*Game, Answer) {
	t.Helper()
	g := New(words)
	var a Answer
	for i, e := range events {
		if a = g.Apply(e); !a.OK && i < len(events)-1 {
			t.Fatalf("event %d, %+v, is refused: %v", i+1, e, a.Violations)
		}
	}
	return g, a
}

// opened is a game of three in which yellow has laid GAME.
func opened(more ...Event) []Event {
	return append([]Event{starts(yellow, green, red), plays(yellow, across(0, 0, "GAME"))}, more...)
}

// nabbedTame is opened with green's TAME and TRY.
func nabbedTame(more ...Event) []Event {
	return append(opened(plays(green, down(0, 0, "TRY"))), more...)
}

// tower is a game of two whose corner stack of AT has so many tiles, yellow at the bottom; who is next follows.
func tower(height int) []Event {
	events := []Event{starts(yellow, green), plays(yellow, across(0, 0, "AT"))}
	for level := 2; level <= height; level++ {
		c := []engine.Color{green, yellow}[level%2]
		events = append(events, plays(c, across(0, 0, string(rune('A'+level)))))
	}
	return events
}

// TestTheRulePage goes through the page of rules sentence by sentence; want is the rule that the last event breaks,
// none if it is accepted.
func TestTheRulePage(t *testing.T) {
	for _, test := range []struct {
		sentence string
		events   []Event
		want     Rule
	}{
		{"2 players", []Event{starts(yellow, green)}, ""},
		{"to 4 players", []Event{starts(yellow, green, red, purple)}, ""},
		{"not 1", []Event{starts(yellow)}, BadEvent},
		{"nor 5", []Event{starts(yellow, green, red, purple, engine.Gray)}, BadEvent},
		{"colors red, purple, yellow, green", []Event{starts(yellow, engine.Gray)}, BadEvent},
		{"25 tiles each, one of them blank", opened(plays(green, across(0, 4, "s")), passes(red), passes(yellow), plays(green, across(0, 5, "s"))), TooManyTiles},
		{"racks hold 5 tiles", opened(plays(green, down(1, 0, "ABCDEF"))), TooManyTiles},
		{"linked tiles form a lattice anywhere on the table", []Event{starts(yellow, green), plays(yellow, across(-40, 900, "AT"))}, ""},
		{"linked: orthogonally next to the structure", opened(plays(green, across(0, 4, "S"))), ""},
		{"stacked: on an existing stack", opened(plays(green, across(0, 0, "T"))), ""},
		{"the first play links two or more tiles", []Event{starts(yellow, green), plays(yellow, across(0, 0, "A"))}, FirstPlay},
		{"into one word", []Event{starts(yellow, green), plays(yellow, across(0, 0, "AT AT"))}, FirstPlay},
		{"so does the first play after one that was taken back", []Event{starts(yellow, green, red), plays(yellow, across(0, 0, "AT")), doubts(Upheld, "AT"), plays(yellow, across(0, 0, "A"))}, FirstPlay},
		{"all tiles of the turn lie in one row", opened(plays(green, across(0, 4, "S"), across(1, 3, "X"))), OneLine},
		{"or one column", opened(plays(green, down(1, 3, "XY"))), ""},
		{"at most one tile per stack", opened(plays(green, across(0, 0, "T"), across(0, 0, "F"))), OnePerStack},
		{"a stack of five is allowed", tower(5), ""},
		{"no stack above five", tower(6), MaxHeight},
		{"no tile on a tile showing the same letter", opened(plays(green, across(0, 0, "G"))), SameLetter},
		{"a blank counts as the letter declared for it", opened(plays(green, across(0, 0, "g"))), SameLetter},
		{"also the blank below", opened(plays(green, across(0, 4, "s")), passes(red), plays(yellow, across(0, 4, "S"))), SameLetter},
		{"for every word that stood before the turn, at least one of its cells is left uncovered", opened(plays(green, across(0, 0, "TIDY"))), CoversWord},
		{"every tile connects to what was there before", opened(plays(green, across(9, 9, "AT"))), NotConnected},
		{"directly, or through other tiles of this turn", opened(plays(green, across(1, 3, "NO"))), ""},
		{"at least one new word comes into being", []Event{{Type: Start, Players: []engine.Color{yellow, green}, Player: yellow,
			Board: []BoardCell{{engine.Place{}, engine.Cell{Letter: 'A', Color: green, Height: 1}}}}, plays(yellow, across(0, 0, "B"))}, NoNewWord},
		{"the tiles of one turn need not be contiguous", opened(plays(green, across(0, 0, "F   S"))), ""},
		{"not even part of one word", opened(plays(green, down(1, 0, "O")), plays(red, down(1, 3, "N")), plays(yellow, across(1, 0, "A  M"))), ""},
		{"unless the table plays require_contiguous", []Event{with(Options{RequireContiguous: true}, yellow, green), plays(yellow, across(0, 0, "GAME")),
			plays(green, down(1, 0, "O")), plays(yellow, down(1, 3, "N")), plays(green, across(1, 0, "A  M"))}, OneLine},
		{"whether the new words are real words is settled by challenge", opened(plays(green, across(0, 0, "X"))), ""},
		{"exchange: one or more tiles", opened(swaps(green, 0)), CannotExchange},
		{"of the rack", opened(swaps(green, 6)), CannotExchange},
		{"five at most", opened(swaps(green, 5)), ""},
		{"against as many from the bag", outOfBag(swaps(yellow, 1)), CannotExchange},
		{"pass: without known racks it is taken as true", opened(passes(green)), ""},
		{"a turn is one of these: afterwards it is another's", opened(passes(green), passes(green)), NotYourTurn},
		{"a play ends the turn", opened(plays(yellow, across(0, 4, "S"))), NotYourTurn},
		{"nabbing allows exactly one banked tile", nabbedTame(banksOne(green)), ""},
		{"exactly one", nabbedTame(banksOne(green), banksOne(green)), CannotBank},
		{"for one or more words", []Event{starts(yellow, green), plays(yellow, down(0, 0, "AT")), passes(green), plays(yellow, across(1, 0, " O")),
			plays(green, across(1, 0, "D")), banksOne(green), banksOne(green)}, CannotBank},
		{"without a nab none", opened(plays(green, across(0, 4, "S")), banksOne(green)), CannotBank},
		{"that turn", nabbedTame(passes(red), banksOne(green)), CannotBank},
		{"only who nabbed", nabbedTame(banksOne(red)), CannotBank},
		{"empty bag: none", outOfBag(plays(yellow, across(0, 0, "Q")), swaps(green, 1), banksOne(yellow)), CannotBank},
		{"until the next turn begins, any player may challenge", nabbedTame(doubts(Rejected, "TAME")), ""},
		{"also who is not next", nabbedTame(Event{Type: Challenged, By: yellow, Word: "TRY", Verdict: Rejected}), ""},
		{"any word of the last play", nabbedTame(doubts(Rejected, "TAME", "TRY")), ""},
		{"no other word of it", nabbedTame(plays(red, across(0, 4, "S")), doubts(Upheld, "TRY")), ChallengeClosed},
		{"not after the next turn has begun", nabbedTame(passes(red), doubts(Upheld, "TAME")), ChallengeClosed},
		{"not a word: the player plays again", nabbedTame(doubts(Upheld, "TRY"), plays(green, across(0, 0, "F"))), ""},
		{"or exchanges", nabbedTame(doubts(Upheld, "TRY"), swaps(green, 3)), ""},
		{"but does not pass", nabbedTame(doubts(Upheld, "TRY"), passes(green)), CannotPass},
		{"unless the challenge was rejected", nabbedTame(doubts(Rejected, "TRY"), passes(red)), ""},
		{"or a camera saw nothing happen", nabbedTame(doubts(Upheld, "TRY"), seen(passes(green))), ""},
		{"or the next turn has begun", nabbedTame(doubts(Upheld, "TRY"), swaps(green, 1), passes(red), passes(yellow), passes(green)), ""},
		{"and nobody else is next", nabbedTame(doubts(Upheld, "TRY"), passes(red)), NotYourTurn},
		{"what came back cannot be challenged", nabbedTame(doubts(Upheld, "TRY"), doubts(Upheld, "TAME")), ChallengeClosed},
		{"nor banked for", nabbedTame(doubts(Upheld, "TRY"), banksOne(green)), CannotBank},
		{"the blank may stand for any letter, declared when played", opened(plays(green, across(0, 4, "s"))), ""},
		{"not left open", opened(plays(green, across(0, 4, "?"))), BadEvent},
		{"a camera may leave it open", opened(seen(plays(green, across(0, 4, "?")))), ""},
		{"the game ends when nobody can play", opened(passes(green), passes(red), passes(yellow), passes(green)), GameOver},
		{"every player in turn", opened(passes(green), passes(red), swaps(yellow, 1), passes(green), passes(red), passes(yellow)), ""},
		{"it ends when a player has played the last tile", playedOut(swaps(green, 1)), GameOver},
		{"whoever draws the last tile must announce it", outOfBag(Event{Type: AnnouncedEnd, Player: yellow}), ""},
		{"caught forgetting", outOfBag(forgot(yellow)), ""},
		{"only who forgot", outOfBag(Event{Type: AnnouncedEnd, Player: yellow}, forgot(yellow)), BadEvent},
	} {
		t.Run(test.sentence, func(t *testing.T) {
			_, a := played(t, nil, test.events...)
			switch {
			case test.want == "" && !a.OK:
				t.Errorf("is refused: %v", a.Violations)
			case test.want != "" && (a.OK || !slices.Equal(rulesOf(a.Violations), []Rule{test.want})):
				t.Errorf("ok %v, violations %v, want %s alone", a.OK, rulesOf(a.Violations), test.want)
			}
		})
	}
}

// rows lets yellow play five tiles in a row so many times, each row under the last, while green exchanges. After four
// yellow's bag is empty, after five all is played.
func rows(times int) []Event {
	events := []Event{starts(yellow, green)}
	for i := range times {
		events = append(events, plays(yellow, across(i, 0, "ABCDE"[i:]+"ABCDE"[:i])), swaps(green, 1))
	}
	return events
}

func outOfBag(more ...Event) []Event { return append(rows(4), more...) }

func playedOut(more ...Event) []Event {
	all := rows(5)
	return append(all[:len(all)-1], more...)
}

func TestControlPassesOnlyAtTheHighestLevel(t *testing.T) {
	_, a := played(t, nil, nabbedTame()...)
	want := []ControlledWord{{engine.Word{Text: "TAME"}, []engine.Color{green}}, {engine.Word{Text: "TRY", Direction: engine.Down}, []engine.Color{green}}}
	if !slices.EqualFunc(a.Words, want, func(x, y ControlledWord) bool { return x.Word == y.Word && slices.Equal(x.Controllers, y.Controllers) }) {
		t.Errorf("words %v, want %v", a.Words, want)
	}
	// Red's M is as high as green's T: the word is shared, and neither of them has nabbed it.
	_, a = played(t, nil, nabbedTame(plays(red, across(0, 2, "P")))...)
	if got := a.Words[0].Controllers; !slices.Equal(got, []engine.Color{red, green}) || len(a.Nabbed) > 0 || a.MayBank != engine.NoColor {
		t.Errorf("%v is controlled by %v, nabbed %v", a.Words[0].Text, got, a.Nabbed)
	}
	if a.Scores[1].Words != 2 || a.Scores[2].Words != 1 {
		t.Errorf("every such player scores it: %+v", a.Scores)
	}
}

func TestASharedWordIsNabbedOnlyWhereTiesNab(t *testing.T) {
	for _, ties := range []bool{false, true} {
		events := nabbedTame(plays(red, across(0, 2, "P")))
		events[0].Options.TieNabs = ties
		_, a := played(t, nil, events...)
		if nabbed := len(a.Nabbed) == 1 && slices.Equal(a.Nabbed[0].From, []engine.Color{green}); nabbed != ties || (a.MayBank == red) != ties {
			t.Errorf("tie_nabs %v: nabbed %v, may bank %v", ties, a.Nabbed, a.MayBank)
		}
	}
}

func TestGoingOutIsWorthAPoint(t *testing.T) {
	g, a := played(t, nil, playedOut()...)
	s := g.State()
	if !a.Over || s.Out != yellow || a.Scores[0].Out != 1 || a.Scores[0].Total != a.Scores[0].Words+1 || !slices.Equal(a.Winners, []engine.Color{yellow}) {
		t.Errorf("over %v, out %v, scores %+v, winners %v", a.Over, s.Out, a.Scores, a.Winners)
	}
}

func TestATrueTieHasSeveralWinners(t *testing.T) {
	_, a := played(t, nil, starts(yellow, green), plays(yellow, across(0, 0, "AT")), plays(green, across(1, 1, "ON")), passes(yellow), passes(green))
	// AT yellow, ON green, TO shared: two points and two top tiles each.
	if !a.Over || !slices.Equal(a.Winners, []engine.Color{yellow, green}) {
		t.Errorf("scores %+v, winners %v", a.Scores, a.Winners)
	}
}

func TestTheTieBreakIsShownWhereItIsPlayed(t *testing.T) {
	_, a := played(t, nil, with(Options{TieBreak: WordsTopped}, yellow, green), plays(yellow, across(0, 0, "AT")))
	want := `[{"color":"yellow","words":1,"banked":0,"out":0,"total":1,"top_tiles":2,"words_topped":1},` +
		`{"color":"green","words":0,"banked":0,"out":0,"total":0,"top_tiles":0,"words_topped":0}]`
	if got := marshal(t, a.shownScores()); got != want {
		t.Errorf("scores %s, want %s", got, want)
	}
}
