package nabit

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"tilewatch/engine/game"
)

// oxford is a word list with a name.
type oxford struct{ list }

func (oxford) Name() string { return "oxford" }
func (o oxford) Len() int   { return len(o.list) }
func (oxford) Hash() string { return "c0ffee" }

func TestAllChallengedWordsHaveOneVerdict(t *testing.T) {
	g, a := played(t, list{"TAME": true}, nabbedTame(doubts("", "TAME", "TRY"))...)
	if a.Verdict != Upheld || !reflect.DeepEqual(g.State().Last.Challenge, &Challenge{red, []string{"TAME", "TRY"}, Upheld, nil}) {
		t.Errorf("verdict %q, %+v", a.Verdict, g.State().Last.Challenge)
	}
	g, a = played(t, list{"TAME": true, "TRY": true}, nabbedTame(doubts("", "tame"), doubts("", "TRY", "TAME", "TRY"))...)
	if a.Verdict != Rejected || !reflect.DeepEqual(g.State().Last.Challenge, &Challenge{red, []string{"TAME", "TRY"}, Rejected, nil}) {
		t.Errorf("words of a second challenge: verdict %q, %+v", a.Verdict, g.State().Last.Challenge)
	}
}

func TestAPersonsVerdictIsFinal(t *testing.T) {
	_, a := played(t, someWords, nabbedTame(doubts("", "TAME"), doubts(Upheld, "TAME"))...)
	if !a.OK || a.Verdict != Upheld || a.Next != green || len(a.Board) != 4 {
		t.Errorf("the list's word against a person's: %+v", a)
	}
}

func TestTheWindowIsVisibleUntilTheNextTurnBegins(t *testing.T) {
	g, a := played(t, nil, nabbedTame()...)
	open := func(when string, bank bool, words ...string) {
		t.Helper()
		s := g.State()
		if !slices.Equal(a.Challengeable, words) || !slices.Equal(s.Challengeable, words) || (a.MayBank == green) != bank || s.MayBank != a.MayBank {
			t.Errorf("%s: challengeable %v, %v; may bank %v, %v", when, a.Challengeable, s.Challengeable, a.MayBank, s.MayBank)
		}
	}
	open("after the play", true, "TAME", "TRY")
	a = g.Apply(banksOne(green))
	open("after the bank", false, "TAME", "TRY")
	if g.Apply(plays(red, across(0, 0, "T"))).OK || g.Apply(passes(yellow)).OK {
		t.Fatal("accepted")
	}
	open("after refused turns", false, "TAME", "TRY")
	a = g.Apply(doubts(Rejected, "TRY"))
	open("after a rejected challenge", false, "TAME", "TRY")
	a = g.Apply(swaps(red, 1))
	open("after the next turn", false)
	a = g.Apply(Event{Type: Undone})
	open("when that is undone", false, "TAME", "TRY")
	a = g.Apply(doubts(Upheld, "TRY"))
	open("after an upheld challenge", false)
}

func TestTheListIsNamedWhereItJudges(t *testing.T) {
	words := oxford{list{"GAME": true, "TAME": true}}
	named := &game.WordList{Name: "oxford", Words: 2, Hash: "c0ffee"}
	enforce, warn := with(Options{Words: Enforce}, yellow, green, red), with(Options{Words: WarnWords}, yellow, green, red)
	first, tame := plays(yellow, across(0, 0, "GAME")), plays(green, across(0, 0, "T"))
	for _, test := range []struct {
		name   string
		events []Event
		want   *game.WordList
	}{
		{"at the start", []Event{starts(yellow, green)}, named},
		{"not of a play by challenge", opened(), nil},
		{"of a play that it lets pass", []Event{enforce, first}, named},
		{"of a play that it refuses", []Event{enforce, first, plays(green, across(0, 0, "X"))}, named},
		{"of a play that it warns of", []Event{warn, first, plays(green, across(0, 0, "X"))}, named},
		{"not of a pass", []Event{enforce, first, passes(green)}, nil},
		{"of a challenge", nabbedTame(doubts("", "TRY")), named},
		{"not where a person judges", nabbedTame(doubts(Upheld, "TRY")), nil},
		{"of a corrected play", []Event{enforce, first, tame, corrects(2, across(0, 0, "X"))}, named},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, a := played(t, words, test.events...); !reflect.DeepEqual(a.List, test.want) {
				t.Errorf("list %v, want %v", a.List, test.want)
			}
		})
	}
	g, a := played(t, words, nabbedTame(doubts("", "TRY"))...)
	if got := marshal(t, a); !strings.Contains(got, `"verdict":"upheld","list":{"name":"oxford","words":2,"hash":"c0ffee"}`) {
		t.Errorf("answer %s", got)
	}
	events := g.Events()
	if s := g.State(); !reflect.DeepEqual(s.List, named) || !reflect.DeepEqual(s.Last.Challenge.List, named) || !reflect.DeepEqual(events[len(events)-1].List, named) {
		t.Errorf("the state's list %v, the event's %v", s.List, events[len(events)-1].List)
	}
}

func TestAChallengeThatIsNone(t *testing.T) {
	many := make([]string, 101)
	for i := range many {
		many[i] = "A" + strings.Repeat("B", i%maxTiles) + string(rune('A'+i/maxTiles))
	}
	for name, e := range map[string]Event{
		"more words than a play can make": seen(doubts(Upheld, many...)),
		"a word longer than all tiles":    doubts(Upheld, strings.Repeat("A", 101)),
		"an unknown word":                 doubts(Upheld, "TAM"),
		"no word":                         doubts(Upheld),
	} {
		if _, a := played(t, nil, nabbedTame(e)...); a.OK || a.Violations[0].Rule != BadEvent || len(a.Violations[0].Message()) > 400 {
			t.Errorf("%s: ok %v, %v", name, a.OK, a.Violations)
		}
	}
	if _, a := played(t, someWords, opened(seen(plays(green, across(0, 4, "?"))), doubts("", "GAME?"))...); a.OK || a.Violations[0].Rule != BadEvent {
		t.Errorf("an undeclared blank is looked up: %v", a)
	}
}
