package advice

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// TestTheFastValueIsTheSlowOne compares the values of the search with those counted on whole boards.
func TestTheFastValueIsTheSlowOne(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 9))
	a, compared := New(fewWords), 0
	for range 60 {
		table := Table{Board: randomBoard(r, 1+r.IntN(9), "ABCD", false), Mover: engine.PlayerColors[r.IntN(4)], Players: engine.PlayerColors[:],
			Banked: map[engine.Color]int{engine.Red: r.IntN(4), engine.Green: r.IntN(4)}, Bag: r.IntN(2), Held: r.IntN(3)}
		k, err := a.Rank(table, randomRack(r, 2, "ABCD", r.IntN(9) == 0))
		if err != nil {
			t.Fatal(err)
		}
		if table.Held == 0 {
			table.Held = 2
		}
		for i := 0; i < k.Len(); i += 1 + k.Len()/40 {
			m := k.At(i)
			slow := a.Judge(table, m.Placements)
			if compared++; math.Abs(m.Value-slow.Value) > 1e-4 || m.Points != slow.Points || m.Others != slow.Others {
				t.Errorf("%+v is judged %+v", m, slow)
			}
		}
	}
	if t.Logf("%d plays", compared); compared < 500 {
		t.Error("the test says little")
	}
}

func ev(t *testing.T, g *nabit.Game, line string) {
	t.Helper()
	if a := g.Table().Handle([]byte(line)); !a.OK {
		t.Fatalf("%s: %v", line, a.Violations)
	}
}

// gameTameTry is the worked case of the rules: GAME, then TAME and TRY.
func gameTameTry(t *testing.T) *nabit.Game {
	g := nabit.New(nil)
	ev(t, g, `{"type":"start","players":["yellow","green"]}`)
	ev(t, g, `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`)
	ev(t, g, `{"type":"play","player":"green","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`)
	ev(t, g, `{"type":"bank","player":"green"}`)
	ev(t, g, `{"type":"exchange","player":"yellow","count":2}`)
	return g
}

func TestReview(t *testing.T) {
	g, a := gameTameTry(t), New(lexicon.Default())
	rack := func(text string) Rack {
		r, err := ParseRack(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, test := range []struct {
		name  string
		racks Racks
		check func(r []Reviewed) bool
	}{
		{"every turn is looked at", nil, func(r []Reviewed) bool {
			return len(r) == 3 && r[0].Kind == nabit.Played && r[2].Kind == nabit.Exchanged && r[2].Turn == 3 && r[2].Player == engine.Yellow
		}},
		{"the points of the play are those of the rules", nil, func(r []Reviewed) bool {
			p := r[1].Played
			return p.Points == 3 && p.Others == -1 && strings.Join(p.Words, " ") == "TAME TRY" && p.Nabbed[0].Word == "TAME"
		}},
		{"without a rack only the tiles laid are tried", nil, func(r []Reviewed) bool {
			return !r[1].Known && len(r[1].Best.Placements) <= 3 && r[1].Missed >= 0 && r[1].Best.Value > r[1].Played.Value-rounding
		}},
		{"and of an exchange nothing is known", nil, func(r []Reviewed) bool { return r[2].Best == nil && r[2].Played == nil && r[2].Missed == 0 }},
		{"with a rack the best play is found", func(nabit.Turn) (Rack, bool) { return rack("GT AR MY ES LN"), true }, func(r []Reviewed) bool {
			return r[1].Known && r[1].Best.Value >= r[1].Played.Value && math.Abs(r[1].Missed-(r[1].Best.Value-r[1].Played.Value)) < 1e-9
		}},
		{"an exchange missed it", func(nabit.Turn) (Rack, bool) { return rack("GT AR MY ES LN"), true }, func(r []Reviewed) bool {
			return r[2].Played == nil && r[2].Best != nil && r[2].Missed > 0 && r[2].Missed == r[2].Best.Value
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := a.Review(nil, g.State(), test.racks)
			if err != nil || !test.check(r) {
				t.Errorf("%+v, error %v", r, err)
			}
		})
	}
}

func TestAReviewLeavesOutWhatWasTakenBack(t *testing.T) {
	g, a := gameTameTry(t), New(lexicon.Default())
	ev(t, g, `{"type":"play","player":"green","placements":[{"row":0,"col":4,"letter":"Q"}]}`)
	ev(t, g, `{"type":"challenge","by":"yellow","word":"TAMEQ","verdict":"upheld"}`)
	ev(t, g, `{"type":"play","player":"green","placements":[{"row":0,"col":4,"letter":"D"}]}`)
	r, err := a.Review(nil, g.State(), nil)
	if err != nil || len(r) != 4 || r[3].Played.Words[0] != "TAMED" {
		t.Errorf("%+v, error %v", r, err)
	}
}

func TestTableOf(t *testing.T) {
	g := gameTameTry(t)
	got := TableOf(g.State(), engine.Green)
	if got.Bag != 25-3-1-5 || got.Held != 5 || got.Banked[engine.Green] != 1 || len(got.Board) != 6 {
		t.Errorf("table %+v", got)
	}
	if got := TableOf(g.State(), engine.Yellow); got.Bag != 25-4-5 || got.Mover != engine.Yellow {
		t.Errorf("table %+v", got)
	}
}

func TestRacks(t *testing.T) {
	for _, test := range []struct{ text, want, err string }{
		{"ae cd", "AE CD", ""},
		{"A b- ?", "A B ?", ""},
		{"", "", ""},
		{"ABC", "", `no such tile "ABC"`},
		{"A1", "", `no such tile "A1"`},
		{"-", "", `no such tile "-"`},
		{"A B C D E F", "", "a rack of 6 tiles"},
	} {
		r, err := ParseRack(test.text)
		if test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) || test.err == "" && (err != nil || r.String() != test.want) {
			t.Errorf("ParseRack(%q) is %v, error %v", test.text, r, err)
		}
	}
	a := New(fewWords)
	for _, bad := range []Rack{{{Front: '!'}}, {{Front: 'A', Back: 'a'}}, make(Rack, 6)} {
		if _, err := a.Plays(nil, bad, nabit.Options{}); err == nil {
			t.Errorf("%v is taken for a rack", bad)
		}
	}
}

func TestABoardTooLargeIsRefused(t *testing.T) {
	a := New(fewWords)
	for _, b := range []engine.Board{
		{{Row: 0, Col: 0}: {Letter: 'A', Height: 1}, {Row: 1000, Col: 0}: {Letter: 'A', Height: 1}},
		{{Row: math.MinInt, Col: 0}: {Letter: 'A', Height: 1}, {Row: math.MaxInt, Col: 0}: {Letter: 'A', Height: 1}},
	} {
		if _, err := a.CanPlay(b, nabit.Options{}, Rack{{Front: 'A'}}); err == nil {
			t.Error("a board of that size is searched")
		}
	}
	odd := engine.Board{{Row: math.MinInt, Col: math.MaxInt}: {Letter: 7, Height: 900, Color: 77}}
	if _, err := a.CanPlay(odd, nabit.Options{}, Rack{{Front: 'A', Back: 'B'}}); err != nil {
		t.Errorf("a board at the end of all numbers: %v", err)
	}
}
