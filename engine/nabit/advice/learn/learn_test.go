package main

import (
	"math"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/advice"
)

// TestGamesAreLegal plays a game with a whim and checks what is known of every legal game.
func TestGamesAreLegal(t *testing.T) {
	g := newGame(lexicon.Default(), 3, advice.Learned, advice.Weights{})
	g.whim = 0.5
	all := g.play()
	if len(all) < 9 { // the first to lay 25 tiles, or bank them, five at most at a time, needs five turns
		t.Fatalf("a game of %d plays", len(all))
	}
	used := 0
	for _, c := range g.board {
		used += c.Height
		if c.Height > engine.MaxHeight {
			t.Errorf("a stack of %d", c.Height)
		}
	}
	for _, p := range g.players {
		used += p.banked + len(p.rack) + len(p.bag)
	}
	if used != 2*nabit.TilesPerColor {
		t.Errorf("%d tiles, want %d", used, 2*nabit.TilesPerColor)
	}
	for _, w := range nabit.Words(g.board) {
		if !lexicon.Default().Has(w.Text) {
			t.Errorf("%q on the board", w.Text)
		}
	}
	last := all[len(all)-1]
	if end := g.total(last.mover) - g.total(1-last.mover); last.ahead != end {
		t.Errorf("ahead by %d at the last play, by %d in the end", last.ahead, end)
	}
}

func TestTheFitFindsWhatWasPutIn(t *testing.T) {
	var f fit
	for i := range 4000 {
		var m moment
		m.features[ownWords+1] = float64(i%7) * 10
		m.features[otherWords+3] = float64(i%5) * 10
		m.features[blanks] = float64(i%3) * 10
		m.ahead = int(0.2*m.features[ownWords+1] - 0.3*m.features[otherWords+3] - 0.5*m.features[blanks])
		f.add([]moment{m, {}}) // the game ends even: what one was ahead was lost
	}
	w, err := f.weights()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		name      string
		got, want float64
	}{{"own words of level 2", w.Risk[1][2], 0.2}, {"the other's of level 4", w.Risk[0][4], 0.3}, {"blanks", w.Blank, 0.5}, {"own words of level 1", w.Risk[1][1], 0}} {
		if math.Abs(v.got-v.want) > 0.05 {
			t.Errorf("%s: %.3f, want %.1f", v.name, v.got, v.want)
		}
	}
}

func TestAMatchCountsBothSides(t *testing.T) {
	r := match(lexicon.New("few", []string{"AT", "TEA", "EAT", "TAN", "ANT", "NET", "TEN", "EAR", "ERA"}), advice.Learned, advice.Learned, 4)
	if r.won+r.lost+r.tied != 4 || r.won != r.lost || r.margin != 0 {
		t.Errorf("a player against itself, both sides: %v", r)
	}
}
