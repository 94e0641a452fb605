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
