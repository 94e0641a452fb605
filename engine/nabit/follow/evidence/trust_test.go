package evidence

import (
	"testing"

	"tilewatch/engine"
)

func TestALetterSeenBadlyIsTrustedLittle(t *testing.T) {
	seen := Mean{Look: Look{Tile: 2, Visible: 1}, Tiles: [5]float64{-11, -11, -0.7, 0, -11}}
	for _, test := range []struct {
		rule        string
		change      func(*Mean)
		height      int
		least, most float64
	}{
		{"the letter of the level that is seen counts wholly", func(*Mean) {}, 4, 1, 1},
		{"of a tile that lies lower, behind the stack before it, nothing is seen", func(*Mean) {}, 1, 0, 1e-4},
		{"a level that may be mistaken for the next counts half", func(*Mean) {}, 3, 0.4, 0.6},
		{"half a face tells nothing", func(m *Mean) { m.Visible = 0.5 }, 4, 0, 0},
		{"two thirds of a face tell hardly anything", func(m *Mean) { m.Visible = 0.67 }, 4, 0.01, 0.05},
		{"what is hardly a tile tells nothing", func(m *Mean) { m.Tile = -1 }, 4, 0, 0},
	} {
		m := seen
		test.change(&m)
		if got := m.Trust(test.height); got < test.least || got > test.most {
			t.Errorf("%s: %.3f", test.rule, got)
		}
	}
}

func TestTheTableBetweenTilesIsNoBlank(t *testing.T) {
	at := engine.Place{}
	m := Mean{Look: Look{Tile: 5, Visible: 1}, Share: 1}
	m.Hue = [4]float64{-6, -3.3, -3.5, -0.1} // nobody's who plays
	for i := range m.Read {
		m.Read[i] = -9
	}
	m.Read[engine.BlankIndex] = 0
	v := View{Looks: map[engine.Place]Mean{at: m}, Weight: 1}
	blank := engine.Cell{Blank: true, Color: engine.Purple, Height: 1}
	if got := v.Cell(at, blank, 0, m.ColorOf(blank.Color)); got > 0 {
		t.Errorf("a blank of the wrong color is %.1f nats likelier than none", got)
	}
	m.Hue = [4]float64{-6, -0.1, -3.5, -3.3}
	v.Looks[at] = m
	if got := v.Cell(at, blank, 0, m.ColorOf(blank.Color)); got < 3 {
		t.Errorf("one of the player's color is only %.1f nats likelier than none", got)
	}
}

func TestAClearLetterMakesATileLikelier(t *testing.T) {
	for _, test := range []struct {
		rule    string
		best, h float64 // what is read as H, and as a blank
		want    float64
	}{
		{"a letter that is clear counts wholly", 0, -12, letterBonus},
		{"one that is not counts less", 0, -2, letterBonus / 4},
		{"a blank not at all", -12, 0, 0},
	} {
		m := Mean{Look: Look{Visible: 1}}
		for i := range m.Read {
			m.Read[i] = -13
		}
		m.Read['H'-'A'], m.Read[engine.BlankIndex] = test.best, test.h
		if got := m.lettered(); got < test.want-0.01 || got > test.want+0.01 {
			t.Errorf("%s: %.2f, want %.2f", test.rule, got, test.want)
		}
	}
}
