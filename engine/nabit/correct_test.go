package nabit

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/game"
)

// laterPlays is a game in which what turn 3 is depends on turn 2: red stacks on green's T.
func laterPlays(more ...Event) []Event {
	return append(nabbedTame(banksOne(green), plays(red, across(0, 0, "F")), swaps(yellow, 1)), more...)
}

func TestACorrectionSaysWhatChanged(t *testing.T) {
	_, a := played(t, nil, laterPlays(corrects(2, down(0, 0, "LRY")))...)
	if !a.OK || len(a.Changed) != 1 || a.Changed[0].Turn != 2 {
		t.Fatalf("another letter changes turn 2 alone: %s", marshal(t, a.Changed))
	}
	if c := a.Changed[0]; !slices.Equal(c.Before.Words, []string{"TAME", "TRY"}) || !slices.Equal(c.After.Words, []string{"LAME", "LRY"}) || !c.After.Banked {
		t.Errorf("changed %s", marshal(t, c))
	}

	_, a = played(t, nil, laterPlays(corrects(2, across(0, 4, "S")))...)
	if !a.OK || len(a.Changed) != 2 || a.Changed[1].Turn != 3 {
		t.Fatalf("another play changes the next: %s", marshal(t, a.Changed))
	}
	was, is := a.Changed[1].Before, a.Changed[1].After
	if !slices.Equal(was.Words, []string{"FAME", "FRY"}) || !slices.Equal(is.Words, []string{"FAMES"}) || len(was.Nabbed) != 2 || len(is.Nabbed) != 1 ||
		is.Nabbed[0].From[0] != yellow {
		t.Errorf("turn 3 was %s, is %s", marshal(t, was), marshal(t, is))
	}
	if got := []int{a.ScoresBefore[2].Words, a.Scores[2].Words}; !slices.Equal(got, []int{2, 1}) {
		t.Errorf("red's words before and after: %v", got)
	}
	if !slices.Equal(rulesOf(a.Warnings), []Rule{CannotBank}) || a.Warnings[0].Turn != 2 {
		t.Errorf("the bank has lost its nab: %v", a.Warnings)
	}
}

// TestACorrectionAfterUndoAndRedoOfAnother: redone turns follow turns of an earlier fold, which are equal but not identical.
func TestACorrectionAfterUndoAndRedoOfAnother(t *testing.T) {
	undo, redo := Event{Type: Undone}, Event{Type: Redone}
	events := nabbedTame(corrects(2, down(0, 0, "LRY")), plays(red, across(0, 4, "S")), undo, undo, redo, redo, corrects(3, across(0, 4, "D")))
	_, a := played(t, nil, events...)
	if !a.OK || len(a.Changed) != 1 || a.Changed[0].Turn != 3 || !slices.Equal(a.Changed[0].After.Words, []string{"LAMED"}) {
		t.Errorf("changed %s: %v", marshal(t, a.Changed), a.Violations)
	}
}

func TestATurnCanBeCorrectedToNoPlay(t *testing.T) {
	g, _ := played(t, nil, laterPlays()...)
	before := g.State()
	a := g.Apply(corrects(2, []Placement{}))
	if s := g.State(); !a.OK || s.Turn != 4 || s.Turns[1].Kind != Skipped || s.Turns[1].Player != green || len(a.Board) != 4 || a.Next != green {
		t.Fatalf("%v, turns %s", a.Violations, marshal(t, s.Turns))
	}
	if c := a.Changed; len(c) != 2 || c[0].After.Kind != Skipped || !slices.Equal(c[1].After.Words, []string{"FAME"}) {
		t.Errorf("changed %s", marshal(t, c))
	}
	a = g.Apply(Event{Type: Undone})
	after := g.State()
	after.CanRedo = false
	if !reflect.DeepEqual(after, before) || len(a.Changed) != 2 {
		t.Errorf("undone: %s\nwas %s", marshal(t, after), marshal(t, before))
	}
	g.Apply(Event{Type: Redone})
	a = g.Apply(corrects(2, down(0, 0, "TRY")))
	after = g.State()
	if !a.OK || !reflect.DeepEqual(after.Board, before.Board) || after.Turns[1].Kind != Played || !reflect.DeepEqual(after.Scores, before.Scores) {
		t.Errorf("and back to a play: %v, %s", a.Violations, marshal(t, after))
	}
}

func TestAnyTurnCanBeCorrectedToAPlay(t *testing.T) {
	for name, e := range map[string]Event{"a pass": passes(green), "an exchange": swaps(green, 2), "a turn that nobody saw": {Type: Skipped, Player: green}} {
		g, a := played(t, nil, opened(e, plays(red, across(0, 4, "S")), corrects(2, down(1, 0, "O")))...)
		if s := g.State(); !a.OK || s.Turns[1].Kind != Played || s.Turns[1].Count != 0 || len(a.Board) != 6 || a.Next != yellow {
			t.Errorf("%s: %v, %s", name, a.Violations, marshal(t, s.Turns))
		}
	}
}

func TestATurnThatWasOnlySkippedCanBeCorrected(t *testing.T) {
	g, a := played(t, nil, opened(seen(plays(red, across(0, 4, "S"))))...)
	before := g.State()
	if !slices.Contains(a.Skipped, green) {
		t.Fatal("green's turn is not skipped")
	}
	a = g.Apply(corrects(2, down(1, 0, "O")))
	s := g.State()
	if !a.OK || len(s.Turns) != 3 || s.Turns[1].Kind != Played || s.Turns[1].Player != green || s.Turns[2].Player != red || s.Turn != 3 {
		t.Fatalf("%v, %s", a.Violations, marshal(t, s.Turns))
	}
	if len(a.Changed) != 1 || a.Changed[0].Before.Kind != Skipped {
		t.Errorf("changed %s", marshal(t, a.Changed))
	}
	for range 2 {
		g.Apply(Event{Type: Undone})
		undone := g.State()
		undone.CanRedo = false
		if !reflect.DeepEqual(undone, before) {
			t.Errorf("undone\n%s, was\n%s", marshal(t, undone), marshal(t, before))
		}
		g.Apply(Event{Type: Redone})
		if again := g.State(); !reflect.DeepEqual(again, s) {
			t.Errorf("redone\n%s, was\n%s", marshal(t, again), marshal(t, s))
		}
	}
}

func TestAPlayCanBeGivenToAnotherPlayer(t *testing.T) {
	g, a := played(t, nil, opened(seen(plays(green, across(0, 0, "T"))), Event{Type: Corrected, Turn: 2, Player: red, Seen: true})...)
	s := g.State()
	if !a.OK || s.Last.Player != red || len(s.Last.Placements) != 1 || s.Board[s.Last.Placements[0].Place].Color != red || a.Next != yellow {
		t.Errorf("%v, %s", a.Violations, marshal(t, s))
	}
}

func TestCorrectingTwiceUndoesInOrder(t *testing.T) {
	g, _ := played(t, nil, laterPlays()...)
	var states []State
	for _, e := range []Event{corrects(2, across(0, 4, "S")), corrects(3, across(0, 5, "X")), corrects(2, []Placement{}), swaps(green, 1), corrects(1, across(0, 0, "FARM"))} {
		states = append(states, g.State())
		if a := g.Apply(e); !a.OK {
			t.Fatal(a.Violations)
		}
	}
	last := g.State()
	for i := len(states) - 1; i >= 0; i-- {
		g.Apply(Event{Type: Undone})
		got := g.State()
		got.CanRedo = false
		if !reflect.DeepEqual(got, states[i]) {
			t.Errorf("after %d undone:\n%s, was\n%s", len(states)-i, marshal(t, got), marshal(t, states[i]))
		}
	}
	for range states {
		g.Apply(Event{Type: Redone})
	}
	if got := g.State(); !reflect.DeepEqual(got, last) {
		t.Errorf("redone\n%s, was\n%s", marshal(t, got), marshal(t, last))
	}
}

func TestAWithdrawnPlayIsNotCorrected(t *testing.T) {
	_, a := played(t, nil, nabbedTame(doubts(Upheld, "TRY"), corrects(2, across(0, 4, "S")))...)
	if a.OK || a.Violations[0].Message() != "the play of turn 2 has been withdrawn" {
		t.Errorf("%v", a.Violations)
	}
	g, a := played(t, nil, nabbedTame(doubts(Upheld, "TRY"), plays(green, across(0, 0, "T")), corrects(2, across(0, 0, "F")))...)
	if s := g.State(); !a.OK || !s.Turns[1].Withdrawn || s.Turns[2].Words[0] != "FAME" {
		t.Errorf("the next try is: %v, %s", a.Violations, marshal(t, s.Turns))
	}
}

func TestManyCorrectionsOfTheLastTurnTakeNoLonger(t *testing.T) {
	g, _ := played(t, nil, opened()...)
	for range 2000 {
		g.Apply(swaps(green, 1))
		g.Apply(swaps(red, 1))
		g.Apply(swaps(yellow, 1))
	}
	g.Apply(plays(green, across(0, 4, "S")))
	for i := range 4000 {
		if a := g.Apply(corrects(6002, across(0, 4, "SX"[i%2:i%2+1]))); !a.OK {
			t.Fatal(a.Violations)
		}
	}
	if s := g.State(); s.Turn != 6002 || len(s.Board) != 5 {
		t.Errorf("turn %d, %d cells", s.Turn, len(s.Board))
	}
}

// TestACorrectedGameIsTheOneOfWhatStands removes, replaces and inserts events of random games, as every game has it, and folds what stands
// then by itself.
func TestACorrectedGameIsTheOneOfWhatStands(t *testing.T) {
	done, misfits := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 11))
		randomGame(seed, 80, func(g *Game, _ Event, _ Answer) {
			line := g.fold.Line()
			if len(line) < 2 || r.IntN(4) > 0 {
				return
			}
			at := 1 + r.IntN(len(line)-1)
			before, correction := g.State(), Event{Type: Corrected, Number: line[at].Number}
			to := randomEvent(r, before)
			put := game.Stood{Number: line[at].Number, Event: to.relevant().JSON()}
			switch r.IntN(3) {
			case 0:
				correction.Remove = true
				line = slices.Delete(line, at, at+1)
			case 1:
				correction.To, line[at] = to.JSON(), put
			case 2:
				correction.Number, correction.Before, correction.To = 0, put.Number, to.JSON()
				put.Number = len(g.Events()) + 1
				line = slices.Insert(line, at, put)
			}
			if a := g.Apply(correction); !a.OK {
				return
			}
			done++
			misfits += standsFor(t, g, line)
			after := g.State()
			g.Apply(Event{Type: Undone})
			undone := g.State()
			undone.CanRedo, undone.CanUndo = before.CanRedo, before.CanUndo
			if !reflect.DeepEqual(undone, before) {
				t.Fatalf("seed %d: %s is undone, and the state is\n%s, was\n%s", seed, correction.JSON(), marshal(t, undone), marshal(t, before))
			}
			g.Apply(Event{Type: Redone})
			if again := g.State(); !reflect.DeepEqual(again, after) {
				t.Fatalf("seed %d: %s is redone, and the state is\n%s, was\n%s", seed, correction.JSON(), marshal(t, again), marshal(t, after))
			}
		})
	}
	if done < 200 || misfits < 10 {
		t.Errorf("%d corrections, after which %d events do not count: they say little", done, misfits)
	}
}

// standsFor compares a game with a line folded by itself, where all that can be done has been. It answers how many events could not.
func standsFor(t *testing.T, g *Game, line []game.Stood) (misfits int) {
	t.Helper()
	course := g.fold.Course()
	p := course[0].After
	for i, s := range line {
		e := again(s.Event)
		if e.Verdict, e.List = again(course[i].Event).Verdict, again(course[i].Event).List; course[i].Number != s.Number || string(course[i].Event) != string(e.JSON()) {
			t.Fatalf("%s stands as event %d, not %s as event %d", course[i].Event, course[i].Number, e.JSON(), s.Number)
		}
		if i == 0 {
			continue
		}
		after, o := p.apply(e, judge{words: manyWords{}, list: game.ListOf(manyWords{}), kept: true})
		if fits := o.impossible == nil; fits {
			p = after
		} else {
			misfits++
		}
		if (o.impossible == nil) != (course[i].Misfit == nil) {
			t.Fatalf("%s: %v, not %v", s.Event, course[i].Misfit, o.impossible)
		}
	}
	got := course[len(course)-1].After
	if got, want := marshal(t, got.answer(outcome{})), marshal(t, p.answer(outcome{})); got != want {
		t.Fatalf("it is\n%s, played so\n%s", got, want)
	}
	if !reflect.DeepEqual(got.log(0), p.log(0)) {
		t.Fatalf("the log is\n%s, played so\n%s", marshal(t, got.log(0)), marshal(t, p.log(0)))
	}
	return misfits
}

func TestAnEventIsCorrectedByItsNumber(t *testing.T) {
	g, _ := played(t, list{"GAME": true}, with(Options{}, yellow, green, red), plays(yellow, across(0, 0, "GAME")), plays(green, down(0, 0, "TRY")), plays(red, across(0, 4, "S")))
	for _, tt := range []struct{ rule, event, want string }{
		{"a play was another one", `{"type":"correct","event":3,"to":{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"L"}]}}`, `"changed":[{"turn":2,"before":{"turn":2,"kind":"play","player":"green"`},
		{"what is put in is judged", `{"type":"correct","event":3,"to":{"type":"pass","player":"red"}}`, `"rule":"not_your_turn"`},
		{"a challenge is judged by the list, once", `{"type":"correct","before":4,"to":{"type":"challenge","by":"red","word":"LAME"}}`, `"verdict":"upheld"`},
		{"it is undone", `{"type":"undo"}`, `"undone":{"type":"correct","before":4,"to":{"type":"challenge","by":"red","word":"LAME","verdict":"upheld"}}`},
		{"a play is removed", `{"type":"correct","event":3,"remove":true}`, `"after":{"turn":2,"kind":"skipped","player":"green","seen":true}`},
		{"it is undone", `{"type":"undo"}`, `"words":["LAME"]`},
		{"a tile was banked between", `{"type":"correct","before":4,"to":{"type":"bank","player":"green"}}`, `"banked":1`},
		{"it has lost its nab", `{"type":"correct","event":3,"to":{"type":"pass","player":"green"}}`, `"warnings":[{"rule":"cannot_bank"`},
		{"an event that is not there", `{"type":"correct","event":9,"remove":true}`, `event 9 cannot be corrected`},
		{"one of the game's own words", `{"type":"correct","turn":1,"placements":[]}`, `"ok":true`},
	} {
		if got := marshal(t, g.Handle([]byte(tt.event))); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, want %s", tt.rule, got, tt.want)
		}
	}
	again, err := Replay(nil, g.Events())
	if err != nil || !reflect.DeepEqual(again.State(), g.State()) {
		t.Errorf("replayed without the list: %v", err)
	}
}
