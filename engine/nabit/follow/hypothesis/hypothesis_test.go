package hypothesis

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/reading/madeup"
)

const red, green = engine.Red, engine.Green

func play(color engine.Color, board engine.Board, row, col int, text string) nabit.Play {
	p := nabit.Play{Color: color}
	for i, letter := range text {
		at := engine.Place{Row: row, Col: col + i}
		p.Placements = append(p.Placements, nabit.Placement{Place: at, Letter: engine.Letter(letter), Height: board[at].Height + 1})
	}
	return p
}

// believed is a game in which red played HOUSE and green is to move.
func believed() State {
	l := &record.Ledger{Players: []engine.Color{red, green}, Start: engine.Board{}}
	l.Append(record.Turn{Number: 1, Play: play(red, nil, 0, 0, "HOUSE"), Confidence: 1})
	return State{Ledger: l, Belief: evidence.Belief{}, Words: lexicon.Default()}
}

// look is a window of four pictures of the table.
func look(s State, table engine.Board) evidence.View {
	r := rand.New(rand.NewPCG(1, 9))
	camera, pose, w := madeup.Oblique, madeup.Anyhow(r), evidence.NewWindow()
	camera.Missing = 0
	for range 4 {
		w.Add(evidence.Register(camera.Observe(r, table, pose.Relaid(r), 0, 0), s.Board(), nil, 1))
	}
	return w.View()
}

func TestTheBestHypothesisIsWhatHappened(t *testing.T) {
	s := believed()
	house := s.Board()
	for _, test := range []struct {
		rule  string
		table engine.Board
		key   string
	}{
		{"nothing", house, NothingKey},
		{"a play by the player to move", nabit.Place(house, play(green, house, 0, 5, "S")), Hypothesis{Plays: []nabit.Play{play(green, house, 0, 5, "S")}}.Key()},
		{"a play taken back", engine.Board{}, Hypothesis{Back: 1}.Key()},
		{"another play in its place", nabit.Place(engine.Board{}, play(red, nil, 0, 1, "OUTER")), Hypothesis{Back: 1, Plays: []nabit.Play{play(red, nil, 0, 1, "OUTER")}}.Key()},
		{"a tile on top", nabit.Place(house, play(green, house, 0, 0, "M")), Hypothesis{Plays: []nabit.Play{play(green, house, 0, 0, "M")}}.Key()},
	} {
		v := evidence.View{Weight: 1}
		if len(test.table) > 0 {
			v = look(s, test.table)
		}
		hypotheses := s.Explain(v)
		if top := hypotheses[0]; top.Key() != test.key {
			t.Errorf("%s: the best of %d hypotheses is %q, not %q", test.rule, len(hypotheses), top.Key(), test.key)
		}
		if sure := Posterior(hypotheses); sure < 0.9 {
			t.Errorf("%s: its posterior is %.3f", test.rule, sure)
		}
	}
}

func TestOfTwoEquallyLikelyHypothesesEachHasHalf(t *testing.T) {
	one := Hypothesis{Plays: []nabit.Play{play(green, nil, 0, 5, "S")}, Score: 10}
	otherLetter := Hypothesis{Plays: []nabit.Play{play(green, nil, 0, 5, "D")}, Score: 9.9}
	other := Hypothesis{Plays: []nabit.Play{play(green, nil, 1, 5, "S")}, Score: 10}
	unlikely := Hypothesis{Score: 10 - math.Log(1e6)}
	all := []Hypothesis{one, otherLetter, other, unlikely}
	if got := Posterior(all); math.Abs(got-0.5) > 1e-3 {
		t.Errorf("the first has %.3f", got)
	}
	posteriors := Posteriors(all)
	if len(posteriors) != 3 {
		t.Errorf("hypotheses with the same tiles do not count as one: %v", posteriors)
	}
	if got := posteriors[other.Key()]; math.Abs(got-0.5) > 1e-3 {
		t.Errorf("the second has %.3f", got)
	}
	if got := Posterior(all[:2]); got != 1 {
		t.Errorf("two readings of the same tiles leave a doubt: %.3f", got)
	}
}

func TestThePriorDecidesWhereTheViewShowsNothing(t *testing.T) {
	s := believed()
	board := s.Board()
	scorer := s.scorer(evidence.View{})
	base := Hypothesis{Board: board}
	mine := scorer.playPrior(base, play(green, board, 0, 5, "S"))
	for _, test := range []struct {
		rule string
		p    nabit.Play
		cost float64
	}{
		{"a turn out of order", play(red, board, 0, 5, "S"), outOfTurnPrior},
		{"a color that does not play", play(engine.Yellow, board, 0, 5, "S"), strangerPrior},
		{"tiles apart from the structure", play(green, board, 5, 5, "S"), apartPrior},
		{"one tile more", play(green, board, 0, 5, "SX"), tilePrior},
	} {
		if got := scorer.playPrior(base, test.p) - mine; math.Abs(got-test.cost) > 1e-9 {
			t.Errorf("%s costs %.2f nats, not %.2f", test.rule, got, test.cost)
		}
	}
	still := s
	still.Untouched = true
	if got := still.scorer(evidence.View{}).playPrior(base, play(green, board, 0, 5, "S")) - mine; math.Abs(got-handlessPrior) > 1e-9 {
		t.Errorf("a turn although nothing moved costs %.2f nats, not %.2f", got, handlessPrior)
	}
	if word, none := scorer.wordPrior(board, play(green, board, 0, 5, "S")), scorer.wordPrior(board, play(green, board, 0, 5, "Q")); word != 0 || none >= 0 {
		t.Errorf("HOUSES costs %.1f nats, HOUSEQ %.1f", word, none)
	}
	blank := board[engine.Place{Row: 0, Col: 0}]
	blank.Letter, blank.Blank = engine.Unsettled, true
	board[engine.Place{Row: 0, Col: 0}] = blank
	if word, none := scorer.wordPrior(board, play(green, board, 0, 5, "S")), scorer.wordPrior(board, play(green, board, 0, 5, "Q")); word != 0 || none >= 0 {
		t.Errorf("?OUSES costs %.1f nats, ?OUSEQ %.1f", word, none)
	}
}

// TestWhoPlaysIsSeenWhereNobodySaysSo: of two who have played in turn, and a third one's rack.
func TestWhoPlaysIsSeenWhereNobodySaysSo(t *testing.T) {
	const yellow, purple = engine.Yellow, engine.Purple
	turns := []engine.Color{red, green, red, green}
	for _, test := range []struct {
		turns   int
		present []engine.Color
		costs   map[engine.Color]float64
	}{
		{1, nil, map[engine.Color]float64{red: 0, green: 0, yellow: 0, purple: 0}},
		{2, []engine.Color{red, green, yellow}, map[engine.Color]float64{red: 0, green: 0, yellow: 0, purple: newcomerPrior}},
		{3, nil, map[engine.Color]float64{red: outOfTurnPrior, green: 0, yellow: strangerPrior, purple: strangerPrior}},
		{4, []engine.Color{red, yellow}, map[engine.Color]float64{red: 0, green: outOfTurnPrior, yellow: outOfTurnPrior, purple: strangerPrior}},
	} {
		l := &record.Ledger{Start: engine.Board{}}
		for i, color := range turns[:test.turns] {
			l.Append(record.Turn{Number: i + 1, Play: play(color, l.Board(), i, 0, "HOUSE"), Confidence: 1})
		}
		s := State{Ledger: l, Belief: evidence.Belief{}, Present: map[engine.Color]bool{}}
		for _, color := range test.present {
			s.Present[color] = true
		}
		scorer, base := s.scorer(evidence.View{}), Hypothesis{Board: s.Board()}
		usual := playPrior + tilePrior
		for color, want := range test.costs {
			if got := scorer.playPrior(base, play(color, s.Board(), 0, 5, "S")) - usual; math.Abs(got-want) > 1e-9 {
				t.Errorf("after %v, with racks of %v: a turn of %v costs %.1f nats, not %.1f", turns[:test.turns], test.present, color, got, want)
			}
		}
	}
}

func TestATileOfAnEarlierTurnIsLate(t *testing.T) {
	s := believed()
	l := &record.Ledger{Players: s.Players, Start: engine.Board{}}
	l.Append(record.Turn{Number: 1, Play: play(red, nil, 0, 0, "OUSE"), Confidence: 1})
	l.Append(record.Turn{Number: 2, Play: play(green, l.Board(), 0, 4, "S"), Confidence: 1})
	s.Ledger = l
	table := nabit.Place(l.Board(), play(red, nil, 0, -1, "H"))
	top := s.Explain(look(s, table))[0]
	if len(top.Plays)+len(top.Late) != 1 {
		t.Fatalf("the best hypothesis is %q", top.Key())
	}
	if len(top.Late) == 1 && (top.Late[0].Turn != 0 || top.Late[0].Tile.Letter != 'H') {
		t.Errorf("the late tile is %+v", top.Late[0])
	}
}

func TestLettersAreReadWithTheWords(t *testing.T) {
	s := believed()
	board := s.Board()
	v := look(s, nabit.Place(board, play(green, board, 0, 5, "S")))
	at := engine.Place{Col: 5}
	m := v.Looks[at]
	for i := range m.Read {
		m.Read[i] = -12
	}
	m.Read['S'-'A'], m.Read['X'-'A'] = -0.8, -0.6 // HOUSEX is no word
	v.Looks[at] = m
	top := s.Explain(v)[0]
	if len(top.Plays) != 1 || top.Plays[0].Placements[0].Letter != 'S' {
		t.Fatalf("the play is %+v", top.Plays)
	}
	if sure := s.LettersPosterior(v, top); sure < 0.9 || sure >= 1 {
		t.Errorf("its letter has %.4f", sure)
	}
	if !top.Legal(s.Ledger) {
		t.Error("HOUSES is not legal")
	}
	if !s.BorneOut(look(s, top.Board), top) || s.BorneOut(look(s, board), top) {
		t.Error("a picture of the new board bears the hypothesis out, one of the old board does not")
	}
}
