package sight

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/nabit/still"
	"tilewatch/engine/reading"
)

func square(x, y float64) engine.Quad {
	return engine.Quad{{X: x, Y: y}, {X: x + 10.123, Y: y}, {X: x + 10.123, Y: y + 10}, {X: x, Y: y + 10}}
}

// position is the board G A / ? over two rows: GA across and G? down.
func position() reading.Position {
	p := reading.Position{Board: engine.Board{}}
	sure := reading.Sureness{Tile: 1, Color: 1, Height: 1, Letter: 1}
	for _, c := range []reading.Cell{
		{Place: engine.Place{Row: 0, Col: 0}, Cell: engine.Cell{Letter: 'G', Color: engine.Yellow, Height: 2}, Quad: square(1, 2), Confidence: 0.97123, Sure: sure},
		{Place: engine.Place{Row: 0, Col: 1}, Cell: engine.Cell{Letter: 'A', Color: engine.Green, Height: 2}, Confidence: math.NaN(), Sure: sure},
		{Place: engine.Place{Row: 1, Col: 0}, Cell: engine.Cell{Letter: '?', Blank: true, Color: engine.Green, Height: 1}, Sure: sure},
	} {
		p.Cells = append(p.Cells, c)
		p.Board[c.Place] = c.Cell
	}
	return p
}

func TestTheAnswerHasTheContractsForm(t *testing.T) {
	obs := engine.Observation{
		Racks: []engine.Rack{{Color: engine.Red, Tiles: []engine.LooseTile{{Quad: square(0, 0), Color: engine.Red}}}},
		Banks: []engine.Bank{{Color: engine.Green, Tiles: 3, Center: engine.Point{X: 5, Y: 6.666}, Chances: engine.BankChances{2: 0.04, 3: 0.96}}, {}},
	}
	got, err := json.Marshal(shape(position(), obs, engine.NoColor))
	if err != nil {
		t.Fatal(err)
	}
	const zero = `[[0,0],[0,0],[0,0],[0,0]]`
	same(t, string(got), `{"photo":"","game":"nabit","elapsed_ms":0,
"cells":[{"row":0,"col":0,"letter":"G","blank":false,"color":"yellow","height":2,"corners":[[1,2],[11.12,2],[11.12,12],[1,12]],"confidence":0.9712,"sure":{"tile":1,"color":1,"height":1,"letter":1}},
 {"row":0,"col":1,"letter":"A","blank":false,"color":"green","height":2,"corners":`+zero+`,"confidence":0,"sure":{"tile":1,"color":1,"height":1,"letter":1}},
 {"row":1,"col":0,"letter":"?","blank":true,"color":"green","height":1,"corners":`+zero+`,"confidence":0,"sure":{"tile":1,"color":1,"height":1,"letter":1}}],
"words":[{"text":"GA","row":0,"col":0,"direction":"across","controllers":["yellow","green"],"confidence":1},
 {"text":"G?","row":0,"col":0,"direction":"down","controllers":["yellow"],"confidence":1}],
"racks":[{"color":"red","tiles":[{"letter":"?","corners":[[0,0],[10.12,0],[10.12,10],[0,10]]}]}],
"banks":[{"color":"green","tiles":3,"center":[5,6.67],"confidence":0.96,"low":3,"high":3,"chances":[0,0,0.04,0.96,0,0,0,0,0,0,0]},
 {"color":null,"tiles":0,"center":[0,0],"confidence":0,"low":0,"high":0}],
"scores":[{"color":"red","words":0,"banked":0,"out":0,"total":0,"top_tiles":0,"confidence":1,"low":0,"high":0},
 {"color":"yellow","words":2,"banked":0,"out":0,"total":2,"top_tiles":1,"confidence":1,"low":2,"high":2},
 {"color":"green","words":1,"banked":3,"out":0,"total":4,"top_tiles":2,"confidence":0.959,"low":4,"high":4}],
"winners":["green"],"winner":{"confidence":1},"questions":[],"warnings":[]}`)
}

func TestDoubtIsPutIntoWords(t *testing.T) {
	cell := reading.Cell{
		Cell: engine.Cell{Letter: 'O', Color: engine.Red, Height: 2}, Sure: reading.Sureness{Tile: 1, Color: 1, Height: 1, Letter: 1},
		Alternatives: []reading.Face{{Letter: 'D', Score: 0.3}}, Second: reading.Second{Color: engine.Purple, Height: 1},
	}
	for _, c := range []struct {
		name, want string
		less       func(*reading.Cell)
	}{
		{"sure", "", func(*reading.Cell) {}},
		{"a letter", "O or D", func(c *reading.Cell) { c.Sure.Letter = 0.7 }},
		{"a letter or none", "O or blank", func(c *reading.Cell) { c.Sure.Letter, c.Alternatives = 0.7, []reading.Face{{Letter: 'E', Blank: true}} }},
		{"what a blank stands for is no doubt of the picture", "", func(c *reading.Cell) { c.Sure.Letter, c.Blank = 0.7, true }},
		{"a color", "red or purple", func(c *reading.Cell) { c.Sure.Color = 0.7 }},
		{"a height, the lower first", "1 or 2 high", func(c *reading.Cell) { c.Sure.Height = 0.7 }},
		{"all of it", "maybe no tile, O or D, red or purple, 1 or 2 high", func(c *reading.Cell) { c.Sure = reading.Sureness{} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			doubted := cell
			if c.less(&doubted); cellOf(doubted).Doubt != c.want {
				t.Errorf("%q, want %q", cellOf(doubted).Doubt, c.want)
			}
		})
	}
}

// same compares two JSON texts by what they mean.
func same(t *testing.T, got, want string) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal([]byte(got), &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWhoPlaysOutGetsThePoint(t *testing.T) {
	r := shape(position(), engine.Observation{}, engine.Purple)
	for _, s := range r.Scores {
		if (s.Out == 1) != (s.Color == engine.Purple) {
			t.Errorf("%v has %d for going out", s.Color, s.Out)
		}
	}
	if r.Scores[0].Color != engine.Purple {
		t.Errorf("purple has no score line: %+v", r.Scores)
	}
}

func TestAnEmptyTableHasEmptyLists(t *testing.T) {
	got, err := json.Marshal(shape(reading.Position{Board: engine.Board{}}, engine.Observation{}, engine.NoColor))
	if err != nil {
		t.Fatal(err)
	}
	same(t, string(got), `{"photo":"","game":"nabit","elapsed_ms":0,"cells":[],"words":[],"racks":[],"banks":[],"scores":[],"winners":[],"winner":{"confidence":1},"questions":[],"warnings":[]}`)
}

func TestABoardOfWhichNoTileIsSureIsNone(t *testing.T) {
	of := func(sure ...float64) *Result {
		r := &Result{}
		for _, c := range sure {
			r.Cells = append(r.Cells, still.Cell{Confidence: c})
		}
		return r
	}
	for _, r := range []*Result{of(), of(0.05, 0.2)} {
		if r.wrongPhoto() == nil {
			t.Errorf("%v is a board", r.Cells)
		}
	}
	for _, r := range []*Result{of(0.25), of(0.05, 0.9, 0.1)} {
		if err := r.wrongPhoto(); err != nil {
			t.Errorf("%v: %v", r.Cells, err)
		}
	}
}
