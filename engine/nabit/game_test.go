package nabit

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
)

type list map[string]bool

func (l list) Has(word string) bool { return l[word] }

// Handle is Apply for an event in JSON.
func (g *Game) Handle(line []byte) Answer { return own(g.fold.Handle(line)) }

var someWords = list{"GAME": true, "TAME": true, "TRY": true, "AT": true, "GAMES": true, "NO": true, "EON": true}

const yellowGreen = `{"type":"start","game":"nabit","players":["yellow","green"],"options":{}}`

// The plays of the rule sheet's examples.
const (
	gameLaid = `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`
	tame     = `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`
)

// table applies the lines and fails if one but the last is refused; it gives the last answer.
func table(t *testing.T, g *Game, lines ...string) Answer {
	t.Helper()
	var a Answer
	for i, line := range lines {
		a = g.Handle([]byte(line))
		if !a.OK && i < len(lines)-1 {
			t.Fatalf("%s is refused: %v", line, rulesOf(a.Violations))
		}
	}
	return a
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTheExampleOfTheRuleSheet(t *testing.T) {
	got := marshal(t, table(t, New(nil), yellowGreen, gameLaid, tame))
	want := `{"ok":true,"words":[{"text":"TAME","row":0,"col":0,"direction":"across","controllers":["green"]},` +
		`{"text":"TRY","row":0,"col":0,"direction":"down","controllers":["green"]}],"new_words":["TAME","TRY"],` +
		`"nabbed":[{"word":"TAME","from":["yellow"]}],"board":[{"row":0,"col":0,"letter":"T","color":"green","height":2},` +
		`{"row":0,"col":1,"letter":"A","color":"yellow","height":1},{"row":0,"col":2,"letter":"M","color":"yellow","height":1},` +
		`{"row":0,"col":3,"letter":"E","color":"yellow","height":1},{"row":1,"col":0,"letter":"R","color":"green","height":1},` +
		`{"row":2,"col":0,"letter":"Y","color":"green","height":1}],"scores":[{"color":"yellow","words":0,"banked":0,"out":0,"total":0,"top_tiles":3},` +
		`{"color":"green","words":2,"banked":0,"out":0,"total":2,"top_tiles":3}],"next":"yellow","turn":2,"hands":[{"color":"yellow","board":4,"banked":0,"rack":5,"bag":16},{"color":"green","board":3,"banked":0,"rack":5,"bag":17}],` +
		`"challengeable":["TAME","TRY"],"may_bank":"green"}`
	if got != want {
		t.Errorf("answer\n%s\nwant\n%s", got, want)
	}
}

func TestRefusedEvents(t *testing.T) {
	const bank, challenge = `{"type":"bank","player":"green"}`, `{"type":"challenge","by":"yellow","word":"TAME"}`
	start := []string{yellowGreen}
	nabbed := []string{yellowGreen, gameLaid, tame}
	over := []string{yellowGreen, `{"type":"pass","player":"yellow"}`, `{"type":"pass","player":"green"}`}
	closed := append(nabbed, `{"type":"finish"}`)
	for _, test := range []struct {
		name   string
		before []string
		event  string
		want   Rule
	}{
		{"nothing happens before the start", nil, gameLaid, BadEvent},
		{"nothing is undone before the start", nil, `{"type":"undo"}`, BadEvent},
		{"one player is no game", nil, `{"type":"start","players":["yellow"]}`, BadEvent},
		{"a color plays once", nil, `{"type":"start","players":["yellow","yellow"]}`, BadEvent},
		{"gray does not play", nil, `{"type":"start","players":["yellow","gray"]}`, BadEvent},
		{"other games have other rules", nil, `{"type":"start","game":"snag","players":["yellow","green"]}`, BadEvent},
		{"an unknown option is refused", nil, `{"type":"start","players":["yellow","green"],"options":{"tie_nab":true}}`, BadEvent},
		{"an unknown value of an option is refused", nil, `{"type":"start","players":["yellow","green"],"options":{"words":"strict"}}`, BadEvent},
		{"an unknown event", start, `{"type":"flip"}`, BadEvent},
		{"no type", start, `{}`, BadEvent},
		{"no event", start, `[1]`, BadEvent},
		{"half an event", start, gameLaid[:40], BadEvent},
		{"a wrong type", start, `{"type":"play","player":"yellow","placements":7}`, BadEvent},
		{"a color that is none", start, `{"type":"pass","player":"blue"}`, BadEvent},
		{"a letter that is none", start, `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"É"},{"row":0,"col":1,"letter":"A"}]}`, BadEvent},
		{"a placement without its row", start, `{"type":"play","player":"yellow","placements":[{"col":0,"letter":"A"},{"row":0,"col":1,"letter":"A"}]}`, BadEvent},
		{"a play without tiles", start, `{"type":"play","player":"yellow"}`, BadEvent},
		{"a player who is not in the game", start, `{"type":"pass","player":"red"}`, BadEvent},
		{"no player", start, `{"type":"pass"}`, BadEvent},
		{"out of turn", start, `{"type":"pass","player":"green"}`, NotYourTurn},
		{"a play out of turn", append(start, gameLaid), gameLaid, NotYourTurn},
		{"an illegal first play", start, `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"}]}`, FirstPlay},
		{"a second blank", append(nabbed, `{"type":"play","player":"yellow","placements":[{"row":0,"col":4,"letter":"S","blank":true}]}`, `{"type":"pass","player":"green"}`),
			`{"type":"play","player":"yellow","placements":[{"row":1,"col":4,"letter":"O","blank":true}]}`, TooManyTiles},
		{"exchanging nothing", start, `{"type":"exchange","player":"yellow","count":0}`, CannotExchange},
		{"exchanging more than the rack", start, `{"type":"exchange","player":"yellow","count":6}`, CannotExchange},
		{"banking before anything", start, bank, CannotBank},
		{"banking without a nab", append(start, gameLaid), `{"type":"bank","player":"yellow"}`, CannotBank},
		{"another's nab", nabbed, `{"type":"bank","player":"yellow"}`, CannotBank},
		{"banking twice", append(nabbed, bank), bank, CannotBank},
		{"banking after the next player's turn", append(nabbed, `{"type":"pass","player":"yellow"}`), bank, CannotBank},
		{"a bank of no player", nabbed, `{"type":"bank","player":"red"}`, BadEvent},
		{"challenging before anything", start, challenge, ChallengeClosed},
		{"challenging after the next turn began", append(nabbed, `{"type":"pass","player":"yellow"}`), challenge, ChallengeClosed},
		{"challenging an earlier word", append(nabbed, `{"type":"play","player":"yellow","placements":[{"row":2,"col":1,"letter":"O"}]}`), challenge, ChallengeClosed},
		{"challenging a word that is not there", nabbed, `{"type":"challenge","by":"yellow","word":"CAT"}`, BadEvent},
		{"challenging no word", nabbed, `{"type":"challenge","by":"yellow"}`, BadEvent},
		{"a challenge by nobody", nabbed, `{"type":"challenge","word":"TAME"}`, BadEvent},
		{"an unknown verdict", nabbed, `{"type":"challenge","by":"yellow","word":"TAME","verdict":"maybe"}`, BadEvent},
		{"a verdict that nobody can give", nabbed, challenge, BadEvent},
		{"an announcement of nobody", nabbed, `{"type":"announce_last"}`, BadEvent},
		{"catching who is not in the game", nabbed, `{"type":"caught","player":"red"}`, BadEvent},
		{"catching who has announced", append(nabbed, `{"type":"announce_last","player":"green","seen":true}`), `{"type":"caught","player":"green"}`, BadEvent},
		{"playing after everybody passed", over, gameLaid, GameOver},
		{"passing after the end", over, `{"type":"pass","player":"yellow"}`, GameOver},
		{"banking after the finish", closed, bank, GameOver},
		{"challenging after the finish", closed, challenge, GameOver},
		{"finishing twice", closed, `{"type":"finish"}`, GameOver},
		{"going out without being there", nabbed, `{"type":"finish","out":"red"}`, BadEvent},
		{"undoing the start", start, `{"type":"undo"}`, BadEvent},
		{"redoing what was not undone", nabbed, `{"type":"redo"}`, BadEvent},
		{"redoing after something new", append(nabbed, `{"type":"undo"}`, tame), `{"type":"redo"}`, BadEvent},
		{"correcting a turn that was not", nabbed, `{"type":"correct","turn":3,"placements":[{"row":0,"col":0,"letter":"T"}]}`, BadEvent},
		{"correcting a pass to an illegal play", append(nabbed, `{"type":"pass","player":"yellow"}`), `{"type":"correct","turn":3,"placements":[{"row":0,"col":0,"letter":"T"}]}`, SameLetter},
		{"correcting a pass to no play", append(nabbed, `{"type":"pass","player":"yellow"}`), `{"type":"correct","turn":3,"placements":[]}`, BadEvent},
		{"correcting without saying what", nabbed, `{"type":"correct","turn":2}`, BadEvent},
		{"correcting a turn without its number", nabbed, `{"type":"correct","placements":[]}`, BadEvent},
		{"correcting to an illegal play", nabbed, `{"type":"correct","turn":2,"placements":[{"row":0,"col":0,"letter":"G"}]}`, SameLetter},
		{"withdrawing nothing", start, `{"type":"withdrawn","player":"yellow"}`, ChallengeClosed},
		{"withdrawing another's play", nabbed, `{"type":"withdrawn","player":"yellow"}`, BadEvent},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := New(nil)
			if len(test.before) > 0 {
				if a := table(t, g, test.before...); !a.OK {
					t.Fatalf("%v", rulesOf(a.Violations))
				}
			}
			before, events := marshal(t, g.State()), len(g.Events())
			a := g.Handle([]byte(test.event))
			if a.OK || !slices.Contains(rulesOf(a.Violations), test.want) {
				t.Errorf("ok %v, violations %v, want %s", a.OK, rulesOf(a.Violations), test.want)
			}
			if after := marshal(t, g.State()); after != before || len(g.Events()) != events {
				t.Errorf("a refused event changed the state from\n%s\nto\n%s", before, after)
			}
		})
	}
}

func TestTheBankIsOpenToTheMoverUntilTheNextTurn(t *testing.T) {
	g := New(nil)
	a := table(t, g, yellowGreen, gameLaid, tame)
	if a.Next != engine.Yellow || g.State().MayBank != engine.Green {
		t.Fatalf("next %v, may bank %v", a.Next, g.State().MayBank)
	}
	a = table(t, g, `{"type":"bank","player":"green"}`)
	if want := (Score{Color: engine.Green, Words: 2, Banked: 1, Total: 3, TopTiles: 3, WordsTopped: 2}); !a.OK || a.Scores[1] != want {
		t.Errorf("score %v, want %v", a.Scores[1], want)
	}
	if h := g.State().Hands[1]; h != (Hand{Color: engine.Green, Board: 3, Banked: 1, Rack: 5, Bag: 16}) {
		t.Errorf("green's tiles %+v", h)
	}
}

func TestAnUpheldChallengeBringsAllBack(t *testing.T) {
	g := New(someWords)
	table(t, g, yellowGreen, gameLaid)
	before := g.State()
	a := table(t, g, tame, `{"type":"bank","player":"green"}`, `{"type":"challenge","by":"yellow","word":"try","verdict":"upheld"}`)
	if !a.OK || a.Next != engine.Green || a.Verdict != Upheld || a.Turn != 1 {
		t.Errorf("next %v, verdict %q, turn %d", a.Next, a.Verdict, a.Turn)
	}
	after := g.State()
	if !reflect.DeepEqual(after.Board, before.Board) || !reflect.DeepEqual(after.Scores, before.Scores) || !reflect.DeepEqual(after.Hands, before.Hands) {
		t.Errorf("state %+v\nwant %+v", after, before)
	}
	if len(after.Turns) != 2 || !after.Last.Withdrawn || after.Last.Number != 2 || after.Last.Challenge.By != engine.Yellow {
		t.Errorf("log %+v", after.Turns)
	}
	if a = table(t, g, `{"type":"bank","player":"green"}`); a.OK {
		t.Error("the withdrawn play still banks")
	}
	if a = table(t, g, `{"type":"exchange","player":"green","count":2}`, gameLaid); a.OK || a.Violations[0].Rule == NotYourTurn {
		t.Errorf("after the exchange it is yellow's turn, got %v", rulesOf(a.Violations))
	}
}

func TestChallengesAreJudgedByTheWordList(t *testing.T) {
	const some = `{"type":"challenge","by":"yellow","words":["TAME","TRY"]}`
	g := New(someWords)
	if a := table(t, g, yellowGreen, gameLaid, tame, some); a.Verdict != Rejected || a.Next != engine.Yellow || len(a.Board) != 6 {
		t.Errorf("verdict %q, next %v", a.Verdict, a.Next)
	}
	g = New(list{"TAME": true})
	if a := table(t, g, yellowGreen, gameLaid, tame, some); a.Verdict != Upheld || a.Next != engine.Green || len(a.Board) != 4 {
		t.Errorf("verdict %q, next %v", a.Verdict, a.Next)
	}
	if e := g.Events(); e[len(e)-1].Verdict != Upheld {
		t.Error("the events do not hold the verdict")
	}
}

func TestTheGameEnds(t *testing.T) {
	pass := func(c string) string { return `{"type":"pass","player":"` + c + `"}` }
	a := table(t, New(nil), yellowGreen, gameLaid, tame, pass("yellow"), pass("green"))
	if !a.Over || a.Next != engine.NoColor || !slices.Equal(a.Winners, []engine.Color{engine.Green}) {
		t.Errorf("when all pass: over %v, winners %v", a.Over, a.Winners)
	}
	a = table(t, New(nil), yellowGreen, gameLaid, pass("green"), `{"type":"exchange","player":"yellow","count":1}`, pass("green"))
	if a.Over {
		t.Error("an exchange between the passes does not end the game")
	}
	a = table(t, New(nil), yellowGreen, gameLaid, tame, `{"type":"finish","out":"yellow"}`)
	if !a.Over || a.Scores[0].Out != 1 || a.Scores[0].Total != 1 {
		t.Errorf("finished by a person: %+v", a.Scores)
	}
}

// longPlays lets yellow play all 25 tiles, five at a time, in columns hung on a long row.
func longPlays() []string {
	lines := []string{yellowGreen}
	for i := range 5 {
		e := Event{Type: Played, Player: engine.Yellow, Placements: down(0, 0, "ABCDE")}
		if i > 0 {
			e.Placements = across(i-1, 1, "FGHIJ")
		}
		data, err := json.Marshal(e)
		if err != nil {
			panic(err)
		}
		lines = append(lines, string(data), `{"type":"exchange","player":"green","count":1}`)
	}
	return lines
}

func TestPlayingTheLastTileEndsTheGame(t *testing.T) {
	g := New(nil)
	lines := longPlays()
	a := table(t, g, lines[:len(lines)-1]...)
	if !a.OK || !a.Over || a.Scores[0].Out != 1 || g.State().Out != engine.Yellow || g.State().Hands[0].Board != 25 {
		t.Errorf("over %v, scores %+v", a.Over, a.Scores)
	}
	if a = table(t, g, `{"type":"challenge","by":"green","word":"EFGHIJ","verdict":"upheld"}`); a.OK {
		t.Error("only words of the last play can be challenged")
	}
	a = table(t, g, `{"type":"challenge","by":"green","word":"DFGHIJ","verdict":"upheld"}`)
	if !a.OK || a.Over || a.Next != engine.Yellow || a.Scores[0].Out != 0 {
		t.Errorf("a challenge of the last play opens the game again: %v %+v", a.Over, a.Scores)
	}
}

func TestTheLastTileIsAnnounced(t *testing.T) {
	lines := longPlays()
	g := New(nil)
	table(t, g, lines[:len(lines)-3]...) // 20 played, five on the rack, none in the bag
	undo, announce, caught := `{"type":"undo"}`, `{"type":"announce_last","player":"yellow"}`, `{"type":"caught","player":"yellow"}`
	if a := table(t, g, announce, caught); a.OK {
		t.Error("who has announced cannot be caught")
	}
	if a := table(t, g, undo, caught, caught); a.OK {
		t.Error("nobody is caught twice")
	}
	table(t, g, undo, `{"type":"bank","player":"yellow","tiles":1,"seen":true}`, caught)
	if h := g.State().Hands[0]; h.Banked != 0 || h.Rack != 4 || h.Bag != 1 || h.Announced {
		t.Errorf("a banked tile goes back into the bag: %+v", h)
	}
}

func TestTheTableKnowsBetterWhoDrewTheLastTile(t *testing.T) {
	a := table(t, New(nil), yellowGreen, gameLaid, tame, `{"type":"bank","player":"green"}`, `{"type":"caught","player":"green","seen":true}`)
	if !a.OK || a.Scores[1].Banked != 0 || !slices.Equal(rulesOf(a.Warnings), []Rule{TooManyTiles}) {
		t.Errorf("caught with tiles in the bag: %+v", a)
	}
}

func TestNobodyHasDrawnTheLastTileWhileTheBagHasSome(t *testing.T) {
	for _, said := range []Type{Caught, AnnouncedEnd} {
		e := Event{Type: said, Player: green}
		g, a := played(t, nil, nabbedTame(banksOne(green), e)...)
		if a.OK || !slices.Equal(rulesOf(a.Violations), []Rule{TooManyTiles}) || handOf(t, g, green).Banked != 1 {
			t.Errorf("a person says %s: %+v", said, a)
		}
		if _, a = played(t, nil, nabbedTame(banksOne(green), seen(e))...); !a.OK || !slices.Equal(rulesOf(a.Warnings), []Rule{TooManyTiles}) {
			t.Errorf("the camera saw %s: %+v", said, a)
		}
	}
}

// TestGamesOfBeforeOpen has events that the rules took once: a pass after an upheld challenge, and someone caught too early.
func TestGamesOfBeforeOpen(t *testing.T) {
	old := nabbedTame(banksOne(green), Event{Type: Caught, Player: green}, doubts(Upheld, "TRY"), passes(green), swaps(red, 1))
	g, err := Replay(nil, old)
	if err != nil || g.State().Turn != 3 {
		t.Fatalf("%v: %v", g, err)
	}
	live := New(nil)
	for _, e := range old {
		e.Kept = true
		if a := live.Apply(e); !a.OK {
			t.Fatalf("%s is refused: %v", e.Type, a.Violations)
		}
	}
	if got, want := live.State(), g.State(); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(live.Events(), g.Events()) {
		t.Errorf("%+v, replayed %+v", got, want)
	}
}

// TestWhatACameraSawIsReplayedWithItsViolations sees a pass after an upheld challenge: the turn tells of it, after a restart too.
func TestWhatACameraSawIsReplayedWithItsViolations(t *testing.T) {
	g := New(nil)
	for _, e := range nabbedTame(doubts(Upheld, "TRY"), seen(passes(green))) {
		if a := g.Apply(e); !a.OK {
			t.Fatalf("%s is refused: %v", e.Type, a.Violations)
		}
	}
	turns := g.State().Turns
	if last := turns[len(turns)-1]; !slices.Equal(rulesOf(last.Violations), []Rule{CannotPass}) {
		t.Fatalf("the pass breaks %v", rulesOf(last.Violations))
	}
	again, err := Replay(nil, g.Events())
	if err != nil || !reflect.DeepEqual(again.State().Turns, turns) {
		t.Errorf("replayed: %+v, want %+v (%v)", again.State().Turns, turns, err)
	}
}

func TestTheBagLimits(t *testing.T) {
	lines := longPlays()
	yellowMoves := lines[:len(lines)-2]
	g := New(nil)
	if a := table(t, g, append(slices.Clone(yellowMoves), `{"type":"exchange","player":"yellow","count":1}`)...); a.OK || a.Violations[0].Rule != CannotExchange {
		t.Errorf("an empty bag exchanges nothing: %v", rulesOf(a.Violations))
	}
	four := strings.Replace(lines[1], `,{"row":4,"col":0,"letter":"E"}`, "", 1)
	g = New(nil)
	table(t, g, yellowGreen, four)
	if h := g.State().Hands[0]; h.Rack != 5 || h.Bag != 16 {
		t.Errorf("the rack is refilled: %+v", h)
	}
}

func TestSeenPlaysAreKept(t *testing.T) {
	three := `{"type":"start","players":["yellow","green","red"]}`
	g := New(nil)
	late := `{"type":"play","player":"red","seen":true,"placements":[{"row":0,"col":0,"letter":"T"}]}`
	a := table(t, g, three, gameLaid, late)
	if !a.OK || !slices.Equal(a.Skipped, []engine.Color{engine.Green}) || a.Turn != 3 || a.Next != engine.Yellow || a.Warnings[0].Rule != NotYourTurn {
		t.Errorf("skipped %v, turn %d, next %v, warnings %v", a.Skipped, a.Turn, a.Next, rulesOf(a.Warnings))
	}
	if s := g.State(); s.Turns[1].Kind != Skipped || s.Turns[1].Player != engine.Green || s.Turns[2].Number != 3 {
		t.Errorf("log %+v", s.Turns)
	}
	a = table(t, g, `{"type":"play","player":"yellow","seen":true,"placements":[{"row":0,"col":0,"letter":"T"}]}`)
	if !a.OK || !slices.Equal(rulesOf(a.Violations), []Rule{SameLetter}) || a.Board[0].Height != 3 {
		t.Errorf("an illegal play that lies on the table is kept with its violations: %v", rulesOf(a.Violations))
	}
	a = table(t, g, `{"type":"withdrawn","player":"yellow","seen":true}`)
	if !a.OK || a.Board[0].Height != 2 || a.Next != engine.Yellow {
		t.Errorf("it can be taken back: %+v", a)
	}
	a = table(t, g, `{"type":"bank","player":"red","tiles":3,"seen":true}`)
	if !a.OK || a.Scores[2].Banked != 3 || a.Violations[0].Rule != CannotBank {
		t.Errorf("a bank that is seen counts: %+v", a.Scores)
	}
	if a = table(t, g, `{"type":"play","player":"yellow","seen":true}`); a.OK {
		t.Error("a play of nothing was seen")
	}
}

func TestAGameTakenUpUnderWay(t *testing.T) {
	g := New(nil)
	a := table(t, g, `{"type":"start","players":["yellow","green"],"board":[{"row":4,"col":4,"letter":"A","color":"yellow","height":5},{"row":4,"col":5,"letter":"T","color":"green","height":2}],"banked":{"green":2}}`)
	if !a.OK || a.Next != engine.NoColor || len(a.Words) != 1 || a.Scores[0].Words != 1 || a.Scores[1].Total != 2 {
		t.Fatalf("%+v", a)
	}
	a = table(t, g, `{"type":"play","player":"green","placements":[{"row":4,"col":5,"letter":"H"}]}`)
	if !a.OK || a.Next != engine.Yellow || len(a.Skipped) > 0 {
		t.Errorf("whoever moves first is next: %+v", a)
	}
	open := New(nil)
	a = table(t, open, `{"type":"start","seen":true}`, strings.Replace(tame, `"player"`, `"seen":true,"player"`, 1), strings.Replace(gameLaid, `"player"`, `"seen":true,"player"`, 1))
	if !a.OK || len(a.Scores) != 2 || a.Scores[0].Color != engine.Green || a.Next != engine.NoColor {
		t.Errorf("players join as they are seen: %+v", a)
	}
	for _, bad := range []string{`"board":[{"row":0,"col":0,"letter":"A","color":"yellow","height":6}]`, `"board":[{"row":0,"col":0,"letter":"A","color":"gray","height":1}]`,
		`"banked":{"red":2}`, `"banked":{"green":-1}`, `"player":"red"`, `"board":[{"row":0,"col":0,"letter":"A","color":"yellow","height":1},{"row":0,"col":0,"letter":"A","color":"yellow","height":1}]`} {
		if a := table(t, New(nil), `{"type":"start","players":["yellow","green"],`+bad+`}`); a.OK {
			t.Errorf("started with %s", bad)
		}
	}
}

func TestCorrectingATurnScoresTheLaterOnesAgain(t *testing.T) {
	g := New(nil)
	a := table(t, g, yellowGreen, gameLaid, tame, `{"type":"bank","player":"green"}`,
		`{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"F"}]}`,
		`{"type":"correct","turn":2,"placements":[{"row":0,"col":4,"letter":"S"}]}`)
	if !a.OK || !slices.Equal(a.NewWords, []string{"GAMES"}) || a.Turn != 3 || a.Board[0].Height != 2 || len(a.Board) != 5 {
		t.Fatalf("corrected to %+v", a)
	}
	if !slices.Equal(rulesOf(a.Warnings), []Rule{CannotBank}) || a.Scores[1].Banked != 1 {
		t.Errorf("the bank has lost its nab, but the tile lies there: warnings %v, scores %+v", rulesOf(a.Warnings), a.Scores)
	}
	a = table(t, g, `{"type":"undo"}`)
	if !a.OK || a.Undone.Type != Corrected || a.Board[0].Height != 3 || len(a.Board) != 6 {
		t.Errorf("undone to %+v", a)
	}
	a = table(t, g, `{"type":"redo"}`)
	if !a.OK || a.Redone.Type != Corrected || len(a.Board) != 5 {
		t.Errorf("redone to %+v", a)
	}
}

func TestACorrectionMayMakeALaterTurnIllegal(t *testing.T) {
	g := New(nil)
	a := table(t, g, yellowGreen, gameLaid, tame, `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"F"}]}`,
		`{"type":"correct","turn":2,"placements":[{"row":0,"col":0,"letter":"F"}]}`)
	if !a.OK || !slices.Equal(rulesOf(a.Warnings), []Rule{SameLetter}) || a.Warnings[0].Turn != 3 {
		t.Errorf("warnings %v", a.Warnings)
	}
	if got := a.Warnings[0].Message(); got != "turn 3: F may not go on another F (row 0, column 0)" {
		t.Errorf("message %q", got)
	}
}

func TestTheWordListReferees(t *testing.T) {
	mode := func(m string) string {
		return `{"type":"start","players":["yellow","green"],"options":{"words":"` + m + `"}}`
	}
	if a := table(t, New(list{"GAME": true}), mode("enforce"), gameLaid, tame); a.OK || !slices.Equal(rulesOf(a.Violations), []Rule{NotAWord, NotAWord}) {
		t.Errorf("enforced: %v", rulesOf(a.Violations))
	}
	if a := table(t, New(list{"GAME": true}), mode("warn"), gameLaid, tame); !a.OK || !slices.Equal(rulesOf(a.Warnings), []Rule{NotAWord, NotAWord}) {
		t.Errorf("warned: %v", rulesOf(a.Warnings))
	}
	accepted := func(words string) string { return strings.TrimSuffix(tame, "}") + `,"accepted":` + words + "}" }
	if a := table(t, New(list{"GAME": true}), mode("enforce"), gameLaid, accepted(`["tame"]`)); a.OK || !slices.Equal(rulesOf(a.Violations), []Rule{NotAWord}) || a.Violations[0].Word != "TRY" {
		t.Errorf("one of two words is accepted: %v", a.Violations)
	}
	g := New(list{"GAME": true})
	if a := table(t, g, mode("enforce"), gameLaid, accepted(`["TAME","TRY"]`)); !a.OK {
		t.Errorf("both words are accepted: %v", a.Violations)
	}
	if again, err := Replay(AnyWord{}, g.Events()); err != nil || again.State().Turn != 2 {
		t.Errorf("again: %v", err)
	}
	if a := table(t, New(list{}), mode("challenge"), gameLaid, tame); !a.OK || len(a.Warnings) > 0 {
		t.Errorf("by challenge: %v", rulesOf(a.Warnings))
	}
	if a := table(t, New(nil), mode("enforce")); a.OK {
		t.Error("nobody to ask")
	}
}

func TestALongGameOfManyEvents(t *testing.T) {
	g := New(nil)
	a := table(t, g, yellowGreen, gameLaid, tame)
	for i := range 10_000 {
		e := Event{Type: Exchanged, Player: a.Next, Count: 1}
		if i%4 == 3 {
			e = Event{Type: Undone}
		}
		if a = g.Apply(e); !a.OK {
			t.Fatalf("event %d: %v", i, a.Violations)
		}
	}
	if s := g.State(); s.Turn != 5002 || len(s.Turns) != s.Turn || len(s.Board) != 6 || len(g.Events()) != 10_003 {
		t.Errorf("%d turns, %d in the log", s.Turn, len(s.Turns))
	}
}

func TestTheZeroGameHasNoState(t *testing.T) {
	g := New(nil)
	if s := g.State(); s.Board != nil || len(g.Board()) != 0 || g.Events() != nil {
		t.Errorf("state %+v", s)
	}
}

func TestAStateSharesNothingWithTheGame(t *testing.T) {
	g := New(nil)
	table(t, g, yellowGreen, gameLaid)
	before := marshal(t, g.State())
	s := g.State()
	s.Board[engine.Place{}] = engine.Cell{}
	s.Players[0], s.Challengeable[0] = engine.Red, "X"
	g.Board()[engine.Place{}] = engine.Cell{}
	if after := marshal(t, g.State()); after != before {
		t.Errorf("state\n%s, was\n%s", after, before)
	}
}
