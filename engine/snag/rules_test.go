package snag_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/snag"
)

func TestTheBoard(t *testing.T) {
	row := func(from, to int) (list []int) {
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
		return list
	}
	want := slices.Concat(row(4, 7), row(13, 18), row(22, 29), row(31, 70), row(72, 79), row(83, 88), row(94, 97))
	if len(snag.Numbers) != 76 || !slices.Equal(snag.Numbers, want) {
		t.Errorf("%d squares: %v", len(snag.Numbers), snag.Numbers)
	}
	for _, n := range snag.Numbers {
		if at, ok := snag.Square(n); !ok || snag.Number(at) != n {
			t.Errorf("%d lies at %v", n, at)
		}
	}
}

func TestRunsOfTheSheetsIllustrations(t *testing.T) {
	for _, tt := range []struct {
		rule   string
		lie    []int
		placed int
		runs   string
		won    int
	}{
		{"4, 5 and 6 have been played: by playing 7 you may pick up all 4", []int{4, 5, 6}, 7, "[[4 5 6 7]]", 4},
		{"by playing 55, all the tiles aligned with it, 10 in all", []int{22, 33, 44, 66, 77, 88, 46, 37, 28}, 55, "[[22 33 44 55 66 77 88] [28 37 46 55]]", 10},
		{"61, 72 and 94 have been played: by playing 83, all four", []int{61, 72, 94}, 83, "[[61 72 83 94]]", 4},
		{"by playing 97, a horizontal and a diagonal run and 7 tiles", []int{94, 95, 96, 88, 79, 70}, 97, "[[70 79 88 97] [94 95 96 97]]", 7},
		{"by playing 34, a vertical and a diagonal run and 9 tiles", []int{4, 14, 24, 44, 45, 56, 67, 23}, 34, "[[4 14 24 34 44] [23 34 45 56 67]]", 9},
		{"three in line are no run", []int{4, 5}, 6, "[]", 0},
		{"a gap ends a line", []int{31, 32, 33}, 35, "[]", 0},
		{"lines do not go on around the edge", []int{38, 39, 40}, 41, "[]", 0},
		{"a run elsewhere is none of this tile's", []int{4, 5, 6, 7}, 55, "[]", 0},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			runs := snag.RunsThrough(append(slices.Clone(tt.lie), tt.placed), tt.placed)
			if got := fmt.Sprint(runs); got != tt.runs || len(snag.Union(runs)) != tt.won {
				t.Errorf("runs %s of %d tiles, want %s of %d", got, len(snag.Union(runs)), tt.runs, tt.won)
			}
		})
	}
}

// reply is what the tests read of an answer.
type reply struct {
	OK         bool
	Violations []game.Violation
	Runs       [][]int
	Captured   []int
	Skipped    []any
	Passed     []any
	Why        snag.Why
	Racks      []int
	WrongCall  bool `json:"wrong_call"`
	Next       any
	Board      []int
	Over       bool
	SeriesOver bool `json:"series_over"`
	Winners    []any
	Champion   []any `json:"series_winners"`
	Players    []string
	Scores     []snag.Score
	Offer      *struct{ Tiles []int }
}

// play sends events and gives the last answer.
func play(t *testing.T, table game.Table, events ...string) (last reply) {
	t.Helper()
	for _, e := range events {
		data, err := json.Marshal(table.Handle([]byte(e)))
		if err != nil {
			t.Fatal(err)
		}
		last = reply{}
		if err := json.Unmarshal(data, &last); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
	}
	return last
}

func stateOf(t *testing.T, table game.Table) string {
	t.Helper()
	return marshal(t, table.State())
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func begin(t *testing.T, players int, options string) game.Table {
	t.Helper()
	table := snag.Game{}.Table(nil)
	if r := play(t, table, fmt.Sprintf(`{"type":"start","game":"snag","players":%d,"options":{%s}}`, players, options)); !r.OK {
		t.Fatal(r.Violations)
	}
	return table
}

// places are events that place the numbers in turn, the given seat first.
func places(players, seat int, numbers ...int) (events []string) {
	for i, n := range numbers {
		events = append(events, fmt.Sprintf(`{"type":"place","player":%d,"number":%d}`, (seat+i)%players, n))
	}
	return events
}

func call(seat int) string { return fmt.Sprintf(`{"type":"call","player":%d}`, seat) }

func TestWhoCallsFirst(t *testing.T) {
	for _, tt := range []struct {
		rule     string
		players  int
		fillers  []int // so that the maker is another seat
		maker    int
		caller   int
		skipped  string
		nextSeat int
	}{
		{"the maker calls: it goes on as usual", 4, []int{4, 5, 6}, 3, 3, "[]", 0},
		{"maker 1, caller 3: player 2 is skipped and player 4 moves", 4, []int{4, 5, 50, 6}, 0, 2, "[1]", 3},
		{"maker 1, caller 2: player 3 moves, nobody is skipped", 4, []int{4, 5, 50, 6}, 0, 1, "[]", 2},
		{"maker 1, caller 4: two lose their move", 4, []int{4, 5, 50, 6}, 0, 3, "[1 2]", 0},
		{"maker 4, caller 2: round the table", 4, []int{4, 5, 6}, 3, 1, "[0]", 2},
		{"of two players, the caller has spent the move, and the maker moves again", 2, []int{4, 5, 6}, 1, 0, "[0]", 1},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			table := begin(t, tt.players, "")
			r := play(t, table, places(tt.players, 0, append(tt.fillers, 7)...)...)
			if fmt.Sprint(r.Runs) != "[[4 5 6 7]]" || r.Offer == nil || len(r.Captured) != 0 {
				t.Fatalf("placing answers %+v", r)
			}
			r = play(t, table, call(tt.caller))
			if !r.OK || fmt.Sprint(r.Captured) != "[4 5 6 7]" || fmt.Sprint(r.Skipped) != tt.skipped || fmt.Sprint(r.Next) != fmt.Sprint(tt.nextSeat) {
				t.Errorf("captured %v, skipped %v, next %v: want skipped %s, next %d", r.Captured, r.Skipped, r.Next, tt.skipped, tt.nextSeat)
			}
			if r.Scores[tt.caller].Tiles != 4 || slices.Contains(r.Board, 4) || r.Offer != nil {
				t.Errorf("after the call %+v", r)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	run := places(3, 0, 4, 5, 6, 7) // made by seat 0
	for _, tt := range []struct {
		rule   string
		events []string
		broken string
	}{
		{"nobody plays out of turn", []string{`{"type":"place","player":1,"number":4}`}, "not_your_turn"},
		{"there are tiles for the board's squares only", []string{`{"type":"place","player":0,"number":1}`}, "no_such_tile"},
		{"a tile is there once", append(places(3, 0, 4), `{"type":"place","player":1,"number":4}`), "already_played"},
		{"captured tiles are not used again", append(slices.Clone(run), call(0), `{"type":"place","player":1,"number":5}`), "already_played"},
		{"without a run there is nothing to take", []string{call(0)}, "no_run"},
		{"the second to call is too late", append(slices.Clone(run), call(2), call(0)), "too_late"},
		{"a run is open until the next tile is placed", append(slices.Clone(run), `{"type":"place","player":1,"number":50}`, call(0)), "no_run"},
		{"no player, no move", []string{`{"type":"place","number":4}`}, "bad_event"},
		{"who does not play cannot call", []string{call(7)}, "bad_event"},
		{"an event nobody knows", []string{`{"type":"dance"}`}, "bad_event"},
		{"the next game follows a game that is over", []string{`{"type":"next_game"}`}, "bad_event"},
		{"nothing to undo", []string{`{"type":"undo"}`}, "bad_event"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			table := begin(t, 3, "")
			before := play(t, table, tt.events[:len(tt.events)-1]...)
			state := stateOf(t, table)
			r := play(t, table, tt.events[len(tt.events)-1])
			if r.OK || len(r.Violations) != 1 || r.Violations[0].Rule != tt.broken || r.Violations[0].Message == "" {
				t.Errorf("%+v, want %s", r, tt.broken)
			}
			if stateOf(t, table) != state {
				t.Errorf("refused, and yet %+v became %v", before, table.State())
			}
		})
	}
}

func TestStarts(t *testing.T) {
	for _, tt := range []struct{ rule, start, broken, players string }{
		{"names", `"players":["Ana","Ben"]`, "", "[Ana Ben]"},
		{"the lowest tile drawn starts, the others follow by number", `"players":["Ana","Ben","Cleo"],"drawn":[50,97,4]`, "", "[Cleo Ana Ben]"},
		{"each with the color that they had", `"players":["Ana","Ben"],"drawn":[50,4],"colors":["green","red"]`, "", "[Ben Ana]"},
		{"nobody has two colors", `"players":["Ana","Ben"],"colors":["green","green"]`, "bad_event", ""},
		{"nobody sits at a side", `"players":["Ana","Ben"],"seats":["north",""]`, "bad_event", ""},
		{"who does not play cannot start", `"players":["Ana","Ben"],"player":"Cleo"`, "bad_event", ""},
		{"one alone cannot play", `"players":1`, "bad_event", ""},
		{"five are too many", `"players":5`, "bad_event", ""},
		{"nobody twice", `"players":["Ana","Ana"]`, "bad_event", ""},
		{"an unknown option", `"players":2,"options":{"speed":3}`, "bad_event", ""},
		{"eight games", `"players":2,"options":{"scheme":"fixed","games":8}`, "bad_event", ""},
		{"another game", `"players":2,"game":"chess"`, "bad_event", ""},
		{"a tile drawn that is not there", `"players":2,"drawn":[1,4]`, "no_such_tile", ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			r := play(t, snag.Game{}.Table(nil), `{"type":"start",`+tt.start+`}`)
			if tt.broken == "" && (!r.OK || fmt.Sprint(r.Players) != tt.players) {
				t.Errorf("%+v", r)
			}
			if tt.broken != "" && (r.OK || r.Violations[0].Rule != tt.broken) {
				t.Errorf("%+v, want %s", r, tt.broken)
			}
		})
	}
}

func TestTheWinnerStartsTheRematch(t *testing.T) {
	table := snag.Game{}.Table(nil)
	rematch := func() (string, engine.Color) {
		start, starter := table.(game.Rematcher).Rematch()
		if r := play(t, table, string(start)); !r.OK || fmt.Sprint(r.Players) != "[Ana Ben Cleo]" {
			t.Fatalf("%s: %+v", start, r)
		}
		return fmt.Sprint(table.State().(snag.State).Next), starter
	}
	play(t, table, `{"type":"start","players":["Ana","Ben","Cleo"],"player":"Cleo","colors":["green","red","purple"]}`)
	for _, tt := range []struct {
		rule, next string
		starter    engine.Color
		events     []string
	}{
		{"whoever started does again, if nobody has a tile", "Cleo", engine.Purple, []string{`{"type":"finish"}`}},
		{"the winner", "Ben", engine.Red, append(places(3, 2, 4, 5, 6, 7), call(1), `{"type":"finish"}`)},
		{"of several the first", "Ana", engine.Green, append(append(places(3, 1, 4, 5, 6, 7), call(2)), append(places(3, 0, 94, 95, 96, 97), call(0), `{"type":"finish"}`)...)},
	} {
		if r := play(t, table, tt.events...); !r.OK {
			t.Fatalf("%s: %+v", tt.rule, r)
		}
		if next, starter := rematch(); next != tt.next || starter != tt.starter {
			t.Errorf("%s: %s, %s", tt.rule, next, starter)
		}
	}
}

func TestARunNobodyCalledWaitsForAnotherTile(t *testing.T) {
	table := begin(t, 2, "")
	play(t, table, places(2, 0, 34, 35, 36, 37, 97)...) // the run of the fourth tile is not called
	r := play(t, table, `{"type":"place","player":1,"number":38}`)
	if fmt.Sprint(r.Runs) != "[[34 35 36 37 38]]" {
		t.Errorf("runs %v: the whole line counts once a tile extends it", r.Runs)
	}
	if r = play(t, table, call(0)); len(r.Captured) != 5 {
		t.Errorf("captured %v", r.Captured)
	}
}

func TestAWrongCall(t *testing.T) {
	table := begin(t, 2, `"false_call_penalty":2`)
	r := play(t, table, call(1))
	if !r.OK || !r.WrongCall || r.Scores[1].Tiles != -2 || fmt.Sprint(r.Next) != "0" {
		t.Errorf("%+v", r)
	}
}

func TestPlayersAreNamedAsTheEventNamesThem(t *testing.T) {
	table := snag.Game{}.Table(nil)
	r := play(t, table, `{"type":"start","game":"snag","players":["Ana","Ben"]}`)
	if r.Next != "Ana" {
		t.Errorf("next %v", r.Next)
	}
	if r = play(t, table, `{"type":"place","player":"Ana","number":4}`); r.Next != "Ben" {
		t.Errorf("next %v", r.Next)
	}
	if r = play(t, table, `{"type":"place","player":1,"number":5}`); r.Next != 0.0 {
		t.Errorf("next %v", r.Next)
	}
}

func TestUndoAndReplay(t *testing.T) {
	table := begin(t, 4, "")
	play(t, table, places(4, 0, 4, 5, 6, 7)...)
	play(t, table, call(1), `{"type":"undo"}`)
	r := play(t, table, call(3))
	if !r.OK || r.Scores[3].Tiles != 4 || r.Scores[1].Tiles != 0 {
		t.Errorf("%+v", r)
	}
	play(t, table, `{"type":"undo"}`, `{"type":"redo"}`)
	again := snag.Game{}.Table(nil)
	if err := game.Replay(again, table.Events()); err != nil {
		t.Fatal(err)
	}
	if a, b := stateOf(t, again), stateOf(t, table); a != b {
		t.Errorf("replayed %s, want %s", a, b)
	}
}

// whole plays all tiles of a game; each run is called by its caller, or by nobody.
func whole(t *testing.T, table game.Table, players, seat int, caller func(run int) int) (last reply, won []int) {
	t.Helper()
	won = make([]int, players)
	runs := 0
	for i, n := range snag.Numbers {
		last = play(t, table, fmt.Sprintf(`{"type":"place","player":%d,"number":%d}`, seat, n))
		if !last.OK {
			t.Fatalf("tile %d: %v", i, last.Violations)
		}
		if len(last.Runs) > 0 {
			if c := caller(runs); c >= 0 {
				last = play(t, table, call(c))
				won[c] += len(last.Captured)
			}
			runs++
		}
		if next, ok := last.Next.(float64); ok {
			seat = int(next)
		}
	}
	return last, won
}

func TestAGameByItself(t *testing.T) {
	table := begin(t, 3, "")
	last, won := whole(t, table, 3, 0, func(run int) int { return []int{0, 0, 1}[run%3] })
	if !last.Over {
		if last = play(t, table, `{"type":"finish"}`); !last.Over {
			t.Fatalf("all tiles are played: %+v", last)
		}
	}
	if fmt.Sprint(last.Winners) != "[0]" {
		t.Fatalf("won %v, winners %v", won, last.Winners)
	}
	want := []snag.Columns{{Plus: 10 + (won[0] - won[1]) + (won[0] - won[2])}, {Minus: won[0] - won[1]}, {Minus: won[0] - won[2]}}
	for i, w := range want {
		if last.Scores[i].Columns != w {
			t.Errorf("player %d has %+v on the card, want %+v (won %v)", i, last.Scores[i].Columns, w, won)
		}
	}
	if r := play(t, table, `{"type":"next_game"}`); !r.OK || fmt.Sprint(r.Next) != "0" || len(r.Board) != 0 {
		t.Errorf("the winner of a game starts the next: %+v", r)
	}
}

func TestASeriesGoesToAHundredTiles(t *testing.T) {
	table := begin(t, 2, `"scheme":"series"`)
	starter, totals := 0, [2]int{}
	for n := 1; n < 9; n++ {
		last, won := whole(t, table, 2, starter, func(run int) int { return min(run%4, 1) })
		if !last.Over {
			last = play(t, table, `{"type":"finish"}`)
		}
		totals[0], totals[1] = totals[0]+won[0], totals[1]+won[1]
		if over := max(totals[0], totals[1]) >= 100; over != last.SeriesOver {
			t.Fatalf("after game %d, %v: series over %v", n, totals, last.SeriesOver)
		}
		if last.SeriesOver {
			gap := totals[1] - totals[0]
			if fmt.Sprint(last.Champion) != "[1]" || last.Scores[1].Plus != 100+gap || last.Scores[0].Minus != gap {
				t.Errorf("%v: %+v", totals, last.Scores)
			}
			if r := play(t, table, `{"type":"next_game"}`); r.OK {
				t.Error("the series goes on")
			}
			return
		}
		r := play(t, table, `{"type":"next_game"}`)
		starter = int(r.Next.(float64))
	}
	t.Error("no end")
}

func TestAFixedNumberOfGames(t *testing.T) {
	table := begin(t, 2, `"scheme":"fixed","games":2`)
	last, first := whole(t, table, 2, 0, func(int) int { return 0 })
	if !last.Over {
		last = play(t, table, `{"type":"finish"}`)
	}
	if last.SeriesOver || last.Scores[0].Columns != (snag.Columns{}) {
		t.Errorf("rewarded before the last game: %+v", last.Scores)
	}
	play(t, table, `{"type":"next_game"}`)
	last, second := whole(t, table, 2, 0, func(int) int { return 0 })
	if !last.Over {
		last = play(t, table, `{"type":"finish"}`)
	}
	if want := 100 + first[0] + second[0]; !last.SeriesOver || last.Scores[0].Plus != want || last.Scores[1].Minus != want-100 {
		t.Errorf("%+v, want plus %d", last.Scores, want)
	}
}

func TestEqualWinnersShareWithoutABonus(t *testing.T) {
	table := begin(t, 3, "")
	play(t, table, places(3, 0, 4, 5, 6, 7)...)
	play(t, table, call(0))
	play(t, table, places(3, 1, 94, 95, 96, 97)...)
	play(t, table, call(1))
	r := play(t, table, `{"type":"finish"}`)
	want := []snag.Columns{{Plus: 4}, {Plus: 4}, {Minus: 4}}
	for i, w := range want {
		if r.Scores[i].Columns != w {
			t.Errorf("player %d: %+v, want %+v", i, r.Scores[i].Columns, w)
		}
	}
	if fmt.Sprint(r.Winners) != "[0 1]" {
		t.Errorf("winners %v", r.Winners)
	}
}

func TestWhatTheCameraSeesOfACapture(t *testing.T) {
	table := begin(t, 3, "")
	for _, n := range []int{4, 5, 6, 7} {
		if r := play(t, table, fmt.Sprintf(`{"type":"place","number":%d,"seen":true}`, n)); !r.OK {
			t.Fatal(r.Violations)
		}
	}
	r := play(t, table, `{"type":"captured","tiles":[4,5,6,7],"seen":true}`)
	if !r.OK || r.Scores[0].Tiles != 4 {
		t.Fatalf("the maker has it unless said otherwise: %+v", r)
	}
	r = play(t, table, `{"type":"award","player":2}`)
	if !r.OK || r.Scores[0].Tiles != 0 || r.Scores[2].Tiles != 4 || fmt.Sprint(r.Next) != "0" || fmt.Sprint(r.Skipped) != "[1]" {
		t.Errorf("awarded: %+v", r)
	}
}

func TestBlanksReplaceLostTiles(t *testing.T) {
	table := begin(t, 2, "")
	for _, n := range []int{4, 5, 6, 7} {
		if r := play(t, table, fmt.Sprintf(`{"type":"replace","number":%d}`, n)); !r.OK {
			t.Fatal(r.Violations)
		}
	}
	if r := play(t, table, `{"type":"replace","number":13}`); r.OK || !strings.Contains(r.Violations[0].Message, "4 blanks") {
		t.Errorf("a fifth blank: %+v", r)
	}
}
