package follow

import (
	"testing"

	"tilewatch/engine"
)

func TestALetterSeenBadlyIsTrustedLittle(t *testing.T) {
	seen := mean{look: look{tile: 2, visible: 1}, tiles: [5]float64{-11, -11, -0.7, 0, -11}}
	for _, test := range []struct {
		rule        string
		change      func(*mean)
		height      int
		least, most float64
	}{
		{"the letter of the level that is seen counts wholly", func(*mean) {}, 4, 1, 1},
		{"of a tile that lies lower, behind the stack before it, nothing is seen", func(*mean) {}, 1, 0, 1e-4},
		{"a level that may be mistaken for the next counts half", func(*mean) {}, 3, 0.4, 0.6},
		{"half a face tells nothing", func(m *mean) { m.visible = 0.5 }, 4, 0, 0},
		{"two thirds of a face tell hardly anything", func(m *mean) { m.visible = 0.67 }, 4, 0.01, 0.05},
		{"what is hardly a tile tells nothing", func(m *mean) { m.tile = -1 }, 4, 0, 0},
	} {
		m := seen
		test.change(&m)
		if got := m.trust(test.height); got < test.least || got > test.most {
			t.Errorf("%s: %.3f", test.rule, got)
		}
	}
}

func TestALetterThatWasNeverSeenWhereItLiesStaysAsTold(t *testing.T) {
	f := New([]engine.Color{engine.Red}, nil, Options{})
	at := engine.Place{}
	likes := letters{}
	for i := range likes {
		likes[i] = -20
	}
	likes['Q'-'A'] = 0
	m := mean{look: look{tile: 8, visible: 1}, share: 1, tiles: [5]float64{-9, 0, -9, -20, -20}}
	m.letter[0] = likes
	v := view{looks: map[engine.Place]mean{at: m}, weight: 1}
	for _, test := range []struct {
		rule   string
		height int
		want   engine.Letter
	}{
		{"of a face seen a level higher nothing is known: the letter stays", 1, 'S'},
		{"of the face seen the letter is what is seen", 2, 'Q'},
	} {
		faces := f.facesOf(v, at, engine.Cell{Letter: 'S', Color: engine.Red, Height: test.height})
		if len(faces) == 0 || faces[0].Letter != test.want {
			t.Errorf("%s: %v", test.rule, faces)
		}
	}
}

func TestTheTableBetweenTilesIsNoBlank(t *testing.T) {
	at := engine.Place{}
	m := mean{look: look{tile: 5, visible: 1}, share: 1}
	m.hue = [4]float64{-6, -3.3, -3.5, -0.1} // nobody's who plays
	for i := range m.read {
		m.read[i] = -9
	}
	m.read[engine.BlankIndex] = 0
	v := view{looks: map[engine.Place]mean{at: m}, weight: 1}
	blank := engine.Cell{Blank: true, Color: engine.Purple, Height: 1}
	if got := v.cell(at, blank, 0); got > 0 {
		t.Errorf("a blank of the wrong color is %.1f nats likelier than none", got)
	}
	m.hue = [4]float64{-6, -0.1, -3.5, -3.3}
	v.looks[at] = m
	if got := v.cell(at, blank, 0); got < 3 {
		t.Errorf("one of the player's color is only %.1f nats likelier than none", got)
	}
}

func TestAClearLetterMakesATileLikelier(t *testing.T) {
	for _, test := range []struct {
		rule    string
		best, h float64 // what is read as H, and as a blank
		want    float64
	}{
		{"a letter that is clear counts wholly", 0, -12, letteredGain},
		{"one that is not counts less", 0, -2, letteredGain / 4},
		{"a blank not at all", -12, 0, 0},
	} {
		m := mean{look: look{visible: 1}}
		for i := range m.read {
			m.read[i] = -13
		}
		m.read['H'-'A'], m.read[engine.BlankIndex] = test.best, test.h
		if got := m.lettered(); got < test.want-0.01 || got > test.want+0.01 {
			t.Errorf("%s: %.2f, want %.2f", test.rule, got, test.want)
		}
	}
}

func TestWhatIsHardlySeenBehindAStackTellsLittleOfTheTileThere(t *testing.T) {
	f := New([]engine.Color{engine.Red, engine.Purple}, nil, Options{})
	at, front := engine.Place{}, engine.Place{Row: 1}
	hidden := engine.Cell{Letter: 'I', Color: engine.Purple, Height: 1}
	f.start = engine.Board{at: hidden, front: {Letter: 'R', Color: engine.Purple, Height: 5}}
	m := mean{look: look{tile: 0.8, visible: 0.92}, share: 1, tiles: [5]float64{-12, -0.2, -12, -1.6, -12}}
	v := view{looks: map[engine.Place]mean{at: m}, weight: 1}
	high := hidden
	high.Height = 2
	gain := func() float64 {
		tell := f.teller(v)
		return tell.cell(at, high) - tell.cell(at, hidden)
	}
	behind := gain()
	f.start = engine.Board{at: hidden}
	if alone := gain(); behind > alone/2 {
		t.Errorf("a second tile gains %.1f nats behind a stack, %.1f where none stands", behind, alone)
	}
}
