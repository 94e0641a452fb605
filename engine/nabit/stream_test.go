package nabit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/ndjson"
)

var allRules = []Rule{FirstPlay, OneLine, OnePerStack, MaxHeight, SameLetter, CoversWord, NotConnected, NoNewWord, NotAWord, NotYourTurn,
	CannotBank, CannotExchange, ChallengeClosed, TooManyTiles, GameOver, BadEvent}

// checkAnswer finds answers that are wrong for any line.
func checkAnswer(g *Game, before State, a Answer) error {
	data, err := json.Marshal(a)
	switch {
	case err != nil:
		return err
	case bytes.Contains(data, []byte("\n")):
		return fmt.Errorf("%s is more than a line", data)
	}
	for _, v := range slices.Concat(a.Violations, a.Warnings) {
		if !slices.Contains(allRules, v.Rule) || v.Message() == "" || len(v.Message()) > 5*longest {
			return fmt.Errorf("violation %q: %q", v.Rule, v.Message())
		}
	}
	after := g.State()
	if !a.OK {
		if len(a.Violations) == 0 {
			return fmt.Errorf("refused without a reason")
		}
		if !reflect.DeepEqual(after, before) {
			return fmt.Errorf("refused, but changed")
		}
		return nil
	}
	return checkState(after)
}

// checkState finds scores and tiles that do not add up.
func checkState(s State) error {
	low, high := s.Board.Bounds()
	if (high.Row-low.Row+1)*(high.Col-low.Col+1) > 10_000 {
		return nil // the recount would go through all of it
	}
	words, tops := recount(s.Board)
	for i, score := range s.Scores {
		h, c := s.Hands[i], score.Color
		if score.Words != words[c] || score.TopTiles != tops[c] || score.Total != words[c]+h.Banked+score.Out {
			return fmt.Errorf("%+v, recounted %d words, %d tiles", score, words[c], tops[c])
		}
		if min(h.Board, h.Banked, h.Rack, h.Bag) < 0 || h.Rack > RackSize || h.Rack > 0 && h.Board+h.Banked+h.Rack+h.Bag > TilesPerColor {
			return fmt.Errorf("tiles %+v", h)
		}
	}
	return nil
}

// FuzzStream sends whole streams as they come in from outside: every line has one answer, nothing refused changes
// anything, the accepted events give the same game again, and all can be undone.
func FuzzStream(f *testing.F) {
	f.Add([]byte(strings.Join([]string{yellowGreen, gameLaid, tame, `{"type":"bank","player":"green"}`, `{"type":"undo"}`, "", "{", gameLaid}, "\n")))
	f.Fuzz(func(t *testing.T, stream []byte) {
		if len(stream) > 1<<14 || bytes.Count(stream, []byte("\n")) > 60 {
			t.Skip("long streams take long and say no more")
		}
		g := New(manyWords{})
		lines := 0
		var out bytes.Buffer
		err := ndjson.Answer(bytes.NewReader(stream), &out, 1<<12, func(number int, line []byte, err error) any {
			lines++
			before := g.State()
			a := Refuse("too long")
			if err == nil {
				a = g.Handle(line)
			}
			if err := checkAnswer(g, before, a); err != nil {
				t.Fatalf("line %d, %q: %v", number, line, err)
			}
			return a
		})
		if err != nil || bytes.Count(out.Bytes(), []byte("\n")) != lines {
			t.Fatalf("%d lines, answers %q, %v", lines, out.Bytes(), err)
		}
		checkEvents(t, g)
	})
}

// checkEvents plays the game again, and then back to its start.
func checkEvents(t *testing.T, g *Game) {
	t.Helper()
	want := g.State()
	again, err := Replay(manyWords{}, g.Events())
	if err != nil {
		t.Fatal(err)
	}
	if got := again.State(); !reflect.DeepEqual(got, want) {
		t.Fatalf("replayed\n%+v, was\n%+v", got, want)
	}
	steps := 0
	for again.State().CanUndo {
		if a := again.Apply(Event{Type: Undone}); !a.OK {
			t.Fatal(a.Violations)
		}
		steps++
	}
	for range steps {
		if a := again.Apply(Event{Type: Redone}); !a.OK {
			t.Fatal(a.Violations)
		}
	}
	got := again.State()
	got.CanRedo = want.CanRedo || steps == 0 && got.CanRedo
	if want.CanRedo = got.CanRedo; !reflect.DeepEqual(got, want) {
		t.Fatalf("undone and redone\n%+v, was\n%+v", got, want)
	}
}

// TestBadLines sends invalid events, and events of other games, during a game that continues.
func TestBadLines(t *testing.T) {
	deep := strings.Repeat("[", 20_000)
	for _, test := range []struct {
		name, line string
		want       Rule
		says       string
	}{
		{"an empty line", "", BadEvent, "the line is empty"},
		{"a line of blanks", " \t ", BadEvent, "the line is empty"},
		{"no JSON", "hello", BadEvent, "not an event: invalid character 'h'"},
		{"half of an event", `{"type":"play","pla`, BadEvent, "unexpected end"},
		{"two events", `{"type":"undo"}{"type":"undo"}`, BadEvent, "after top-level value"},
		{"a list", `[{"type":"undo"}]`, BadEvent, "not an event"},
		{"a number", `7`, BadEvent, "not an event"},
		{"null", `null`, BadEvent, `no such event ""`},
		{"no type", `{"player":"red"}`, BadEvent, `no such event ""`},
		{"an unknown event", `{"type":"flip","player":"red"}`, BadEvent, `no such event "flip": use start, play`},
		{"an event of another game", `{"type":"place","player":0,"number":34}`, BadEvent, `"player" cannot be a number`},
		{"a type that is a number", `{"type":7}`, BadEvent, `"type" cannot be a number`},
		{"placements that are none", `{"type":"play","player":"red","placements":"GAME"}`, BadEvent, `"placements" cannot be a string`},
		{"a row that is a text", `{"type":"play","player":"red","placements":[{"row":"0","col":0,"letter":"A"}]}`, BadEvent, "cannot be a string"},
		{"a row with a fraction", `{"type":"play","player":"red","placements":[{"row":0.5,"col":0,"letter":"A"}]}`, BadEvent, "cannot be a number 0.5"},
		{"a row out of range", `{"type":"play","player":"red","placements":[{"row":99999999999999999999,"col":0,"letter":"A"}]}`, BadEvent, "cannot be a number 9999"},
		{"a row off the table", `{"type":"play","player":"red","placements":[{"row":9223372036854775807,"col":0,"letter":"A"},{"row":-9223372036854775808,"col":0,"letter":"B"}]}`,
			BadEvent, "rows and columns go from -1000000 to 1000000"},
		{"a count out of range", `{"type":"exchange","player":"red","count":1e99}`, BadEvent, "cannot be a number 1e99"},
		{"a negative count", `{"type":"exchange","player":"red","count":-1}`, CannotExchange, "one tile or more"},
		{"a letter that is none", `{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"7"}]}`, BadEvent, `not a letter: "7"`},
		{"two letters", `{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"TH"}]}`, BadEvent, `not a letter: "TH"`},
		{"a letter of another alphabet", `{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"Ж"}]}`, BadEvent, `not a letter: "Ж"`},
		{"bytes that are no text", "{\"type\":\"play\",\"player\":\"red\",\"placements\":[{\"row\":0,\"col\":0,\"letter\":\"\xff\"}]}", BadEvent, "not a letter"},
		{"no letter", `{"type":"play","player":"red","placements":[{"row":0,"col":0}]}`, BadEvent, "needs row, col and letter"},
		{"a color that is none", `{"type":"pass","player":"blue"}`, BadEvent, `no such color "blue"`},
		{"gray", `{"type":"pass","player":"gray"}`, BadEvent, "needs a player"},
		{"who does not play", `{"type":"pass","player":"purple"}`, BadEvent, "purple is not in this game"},
		{"out of turn", `{"type":"pass","player":"yellow"}`, NotYourTurn, "it is red's turn"},
		{"off the structure", `{"type":"play","player":"red","placements":[{"row":50,"col":50,"letter":"A"},{"row":50,"col":51,"letter":"T"}]}`, NotConnected, "row 50, column 50"},
		{"a start of nobody", `{"type":"start"}`, BadEvent, "0 players"},
		{"a start of another game", `{"type":"start","game":"chess","players":["red","green"]}`, BadEvent, `not of "chess"`},
		{"an unknown option", `{"type":"start","players":["red","green"],"options":{"tie_nab":true}}`, BadEvent, `unknown field "tie_nab": use require_contiguous`},
		{"a board without places", `{"type":"start","players":["red","green"],"board":[{"letter":"A","color":"red","height":1}]}`, BadEvent, "needs row and col"},
		{"a height that is none", `{"type":"start","players":["red","green"],"board":[{"row":0,"col":0,"letter":"A","color":"red","height":-3}]}`, BadEvent, "a height of 1 to 5"},
		{"brackets without end", deep, BadEvent, "not an event"},
		{"a name of half a megabyte", `{"type":"` + strings.Repeat("x", 1<<19) + `"}`, BadEvent, "no such event"},
		{"a word of half a megabyte", `{"type":"challenge","by":"red","word":"` + strings.Repeat("X", 1<<19) + `"}`, BadEvent, "more letters than there are tiles"},
		{"a color of half a megabyte", `{"type":"pass","player":"` + strings.Repeat("x", 1<<19) + `"}`, BadEvent, "no such color"},
		{"twenty thousand tiles", `{"type":"play","player":"red","placements":[` + strings.TrimSuffix(strings.Repeat(`{"row":0,"col":4,"letter":"A"},`, 20_000), ",") + `]}`,
			TooManyTiles, "20000 tiles are too many"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, _ := played(t, nil, nabbedTame()...)
			before := g.State()
			a := g.Handle([]byte(test.line))
			if err := checkAnswer(g, before, a); err != nil {
				t.Fatal(err)
			}
			if a.OK || a.Violations[0].Rule != test.want || !strings.Contains(a.Violations[0].Message(), test.says) {
				t.Errorf("ok %v, %.500v, want %s that says %q", a.OK, a.Violations, test.want, test.says)
			}
			if a = g.Handle([]byte(`{"type":"play","player":"red","placements":[{"row":0,"col":4,"letter":"S"}],"note":"fields that no event has are ignored"}`)); !a.OK {
				t.Errorf("the game does not go on: %v", a.Violations)
			}
		})
	}
}

// TestALongStreamCostsNoMoreAnEvent compares what the first and the last quarter of a long game allocate: it would be
// seven times as much if an event cost more the longer the game is.
func TestALongStreamCostsNoMoreAnEvent(t *testing.T) {
	g, a := played(t, nil, nabbedTame()...)
	quarter := func() uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 2500 {
			e := []Event{swaps(a.Next, 1), plays(a.Next, across(0, 4, "S")), {Type: Undone}, corrects(a.Turn, across(0, 4, "S")), {Type: Undone}}[i%5]
			if answer := g.Apply(e); answer.OK {
				a = answer
			} else {
				t.Fatalf("event %d, %+v: %v", i, e, answer.Violations)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	first := quarter()
	quarter()
	quarter()
	if last := quarter(); last > 3*first {
		t.Errorf("the first quarter of the game allocates %d bytes, the last %d", first, last)
	}
}
