package review_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
	"tilewatch/engine/nabit/follow/hypothesis"
	"tilewatch/engine/nabit/follow/record"
	"tilewatch/engine/nabit/follow/review"
	"tilewatch/engine/reading/madeup"
)

func TestALetterThatWasNeverSeenWhereItLiesStaysAsEntered(t *testing.T) {
	s := hypothesis.State{Ledger: &record.Ledger{Players: []engine.Color{engine.Red}}}
	at := engine.Place{}
	likes := evidence.Letters{}
	for i := range likes {
		likes[i] = -20
	}
	likes['Q'-'A'] = 0
	m := evidence.Mean{Look: evidence.Look{Tile: 8, Visible: 1}, Share: 1, Tiles: [5]float64{-9, 0, -9, -20, -20}}
	m.Letter[0] = likes
	v := evidence.View{Looks: map[engine.Place]evidence.Mean{at: m}, Weight: 1}
	for _, test := range []struct {
		rule   string
		height int
		want   engine.Letter
	}{
		{"of a face seen a level higher nothing is known: the letter stays", 1, 'S'},
		{"of the face seen the letter is what is seen", 2, 'Q'},
	} {
		faces := review.Faces(s, v, at, engine.Cell{Letter: 'S', Color: engine.Red, Height: test.height})
		if len(faces) == 0 || faces[0].Letter != test.want {
			t.Errorf("%s: %v", test.rule, faces)
		}
	}
}

// believed is a game in which red played that word, and a window on the table as it lies.
func believed(t *testing.T, recorded string, table engine.Board) (hypothesis.State, evidence.View) {
	t.Helper()
	l := &record.Ledger{Players: []engine.Color{engine.Red, engine.Green}, Start: engine.Board{}}
	play := nabit.Play{Color: engine.Red}
	for i, letter := range recorded {
		play.Placements = append(play.Placements, nabit.Placement{Place: engine.Place{Col: i}, Letter: engine.Letter(letter), Height: 1})
	}
	l.Append(record.Turn{Number: 1, Play: play, Confidence: 1})
	r := rand.New(rand.NewPCG(4, 4))
	camera, pose, w := madeup.Oblique, madeup.Anyhow(r), evidence.NewWindow()
	camera.Missing, camera.Ghosts = 0, 0
	for range 8 {
		w.Add(evidence.Register(camera.Observe(r, table, pose.Relaid(r), 0, 0), l.Board(), nil, 1))
	}
	return hypothesis.State{Ledger: l, Belief: evidence.Belief{}, Words: lexicon.Default()}, w.View()
}

func row(color engine.Color, text string) engine.Board {
	b := engine.Board{}
	for i, letter := range text {
		b[engine.Place{Col: i}] = engine.Cell{Letter: engine.Letter(letter), Color: color, Height: 1}
	}
	return b
}

func TestAMisreadLetterIsFound(t *testing.T) {
	s, v := believed(t, "HORSE", row(engine.Red, "HOUSE"))
	words := review.Reread(s, v)
	for p, want := range row(engine.Red, "HOUSE") {
		letter, _, wrong := review.Misread(s, words, p)
		if letter != want.Letter || wrong != (p.Col == 2) {
			t.Errorf("%v should read %s; wrong: %t", p, letter, wrong)
		}
	}
	if sure := review.TurnPosterior(words, s.Turns[0]); sure <= 0 || sure > 1 {
		t.Errorf("the letters have %.3f", sure)
	}
	if got := review.Readings(s, v, engine.Place{Col: 2}, s.Board()[engine.Place{Col: 2}]); len(got) < 3 || got[0].Letter != 'U' {
		t.Errorf("the readings are %v", got)
	}
}

func TestDifferencesAreWhatNoTurnExplains(t *testing.T) {
	house := row(engine.Red, "HOUSE")
	more, other := row(engine.Red, "HOUSE"), row(engine.Red, "HOUSE")
	more[engine.Place{Row: 1}] = engine.Cell{Letter: 'A', Color: engine.Green, Height: 1}
	other[engine.Place{Col: 4}] = engine.Cell{Letter: 'E', Color: engine.Green, Height: 1}
	for _, test := range []struct {
		rule     string
		table    engine.Board
		patience bool
		want     []engine.Place
	}{
		{"the same table differs nowhere", house, true, nil},
		{"a tile that nobody recorded", more, false, []engine.Place{{Row: 1}}},
		{"a tile of another color", other, false, []engine.Place{{Col: 4}}},
		{"a tile that is not reported may be lost", row(engine.Red, "HOUS"), false, nil},
		{"a tile that is not reported for long is gone", row(engine.Red, "HOUS"), true, []engine.Place{{Col: 4}}},
	} {
		s, v := believed(t, "HOUSE", test.table)
		var got []engine.Place
		for _, d := range review.Differences(s, v, test.patience) {
			got = append(got, d.Place)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.rule, got, test.want)
		}
	}
}

func TestOnlySettledLettersOfGoodWordsAreCertain(t *testing.T) {
	at := map[engine.Place]engine.Quad{}
	for p := range row(engine.Red, "HOUSE") {
		at[p] = engine.Quad{{X: 1}}
	}
	s, v := believed(t, "HOUSE", row(engine.Red, "HOUSE"))
	all := len(review.CertainTiles(s, v, evidence.Pins{}, at))
	if all < 4 {
		t.Errorf("%d letters of HOUSE are certain", all)
	}
	pins := evidence.Pins{}
	pins.Expect(engine.Place{}, s.Board()[engine.Place{}])
	if got := len(review.CertainTiles(s, v, pins, at)); got != all-1 {
		t.Errorf("with a pinned tile %d are certain", got)
	}
	s.Turns[0].Provisional = true
	if got := review.CertainTiles(s, v, evidence.Pins{}, at); len(got) > 0 {
		t.Errorf("of a provisional turn %v are certain", got)
	}
	s, v = believed(t, "HQUSE", row(engine.Red, "HQUSE"))
	if got := review.CertainTiles(s, v, evidence.Pins{}, at); len(got) > 0 {
		t.Errorf("of no word %v are certain", got)
	}
}

func TestAGameReadTheWrongWayUpIsTurned(t *testing.T) {
	s, v := believed(t, "HOUSE", row(engine.Red, "HOUSE"))
	if _, wrong := review.Orientation(v, s.Belief); wrong {
		t.Error("a game the right way up is turned")
	}
	for p, m := range v.Looks { // the letters are upright after two more quarter turns
		m.Letter[0], m.Letter[1], m.Letter[2], m.Letter[3] = m.Letter[2], m.Letter[3], m.Letter[0], m.Letter[1]
		v.Looks[p] = m
	}
	quarters, wrong := review.Orientation(v, s.Belief)
	if !wrong || quarters != 2 {
		t.Errorf("turned by %d quarters: %t", quarters, wrong)
	}
	review.Reorient(s, 2)
	if got := s.Board()[engine.Place{}.Turn(2)].Letter; got != 'H' {
		t.Errorf("the first letter is %s", got)
	}
	if got := s.Board()[engine.Place{Col: 4}.Turn(2)].Letter; got != 'E' {
		t.Errorf("the last letter is %s", got)
	}
}
