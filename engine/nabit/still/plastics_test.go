package still

import (
	"testing"

	"tilewatch/engine"
)

func TestAPlasticIsRenamedAsOne(t *testing.T) {
	red, green := engine.Red, engine.Green
	read := Reading{
		Cells: []Cell{
			{Letter: 1, Color: engine.Red, Height: 1, Sure: &Sureness{1, 0.6, 1, 1}, Or: Or{Color: engine.Purple}},
			{Place: engine.Place{Col: 1}, Letter: 2, Color: engine.Purple, Height: 1, Sure: &Sureness{1, 0.6, 1, 1}, Or: Or{Color: engine.Red}},
			{Place: engine.Place{Col: 2}, Letter: 3, Color: engine.Green, Height: 1, Sure: &Sureness{1, 0.7, 1, 1}, Or: Or{Color: engine.Yellow}},
		},
		Racks: []Rack{{Color: engine.Purple}},
		Banks: []Bank{{Color: &red, Tiles: 2}, {Color: &green, Tiles: 1}, {}},
		Plastics: []engine.Plastic{
			{Color: engine.Red, Confidence: 0.6, Or: engine.Purple}, {Color: engine.Purple, Confidence: 0.6, Or: engine.Red}, {Color: engine.Green, Confidence: 0.7, Or: engine.Yellow},
		},
	}
	fix, err := ParseFix("red=purple")
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Mend([]Fix{fix})
	if err != nil {
		t.Fatal(err)
	}
	if b := got.Board(); b[engine.Place{}].Color != engine.Purple || b[engine.Place{Col: 1}].Color != engine.Red || b[engine.Place{Col: 2}].Color != engine.Green {
		t.Errorf("the board is %v", b)
	}
	if got.Racks[0].Color != engine.Red || got.Banked()[engine.Purple] != 2 || got.Banked()[engine.Green] != 1 {
		t.Errorf("racks %v, banked %v", got.Racks, got.Banked())
	}
	for i, doubtful := range []bool{false, false, true} {
		if c := got.Cells[i]; c.Doubtful() != doubtful {
			t.Errorf("the %v tile is %.2f sure", c.Color, c.Confidence)
		}
	}
	for _, p := range got.Plastics {
		if p.Doubtful() != (p.Color == engine.Green) {
			t.Errorf("%v is %.2f sure", p.Color, p.Confidence)
		}
	}
	if read.Banks[0].Color != &red || read.Cells[0].Color != engine.Red {
		t.Error("the reading itself has changed")
	}
	if _, err := read.Mend([]Fix{{Plastic: engine.Red}}); err == nil {
		t.Error("tiles were given to nobody")
	}
}

func TestSayingThatANameIsRightAsksNoMore(t *testing.T) {
	read := Reading{Plastics: []engine.Plastic{{Color: engine.Yellow, Confidence: 0.5, Or: engine.Green}}}
	got, err := read.Mend([]Fix{{Plastic: engine.Yellow, Color: engine.Yellow}})
	if err != nil || got.Plastics[0].Color != engine.Yellow || got.Plastics[0].Doubtful() {
		t.Errorf("%v, %v", got.Plastics, err)
	}
}
