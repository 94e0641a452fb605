package still

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
)

// bank is a bank with the chances of its counts.
func bank(c engine.Color, tiles int, chances ...float64) Bank {
	b := Bank{Color: &c, Tiles: tiles, Center: [2]float64{500, 300}}
	b.Settle(chances)
	return b
}

// scoreOf is a player's score in an outlook.
func (o Outlook) scoreOf(c engine.Color) Score {
	return o.Scores[slices.IndexFunc(o.Scores, func(s Score) bool { return s.Color == c })]
}

func TestATotalIsAsSureAsWhatItRestsOn(t *testing.T) {
	for _, c := range []struct {
		name       string
		doubt      func(*Reading)
		red, green float64 // how sure their totals are
		asked      []string
	}{
		{"without a doubt all is sure", func(*Reading) {}, 1, 1, nil},
		{"a letter decides nothing", func(r *Reading) { r.at(0, 0).Settle(Sureness{1, 1, 1, 0.3}) }, 1, 1, nil},
		{"a bank is a part of its player's total alone", func(r *Reading) { r.Banks = []Bank{bank(engine.Red, 2, 0, 0, 0.6, 0.4)} }, 0.6, 1, []string{"bank:red"}},
		{"a bank that may be there is one, too", func(r *Reading) { r.Unlikely.Banks = []Bank{bank(engine.Green, 0, 0.6, 0, 0, 0.4)} }, 1, 0.6, []string{"bank:green"}},
		{"who owns the higher tile controls a word alone", func(r *Reading) {
			r.at(1, 0).Or = Or{Color: engine.Purple, Height: 2}
			r.at(1, 0).Settle(Sureness{1, 1, 0.5, 1})
		}, calibrations().Height.of(0.5), 1, []string{"height:1,0"}},
		{"a tile that is none makes no word", func(r *Reading) { r.at(1, 0).Settle(Sureness{0.5, 1, 1, 1}) },
			calibrations().Tile.of(0.5), calibrations().Tile.of(0.5), []string{"tile:1,0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := table("Gr Ar", "Og ..") // GA is red's, GO red's and green's
			c.doubt(&r)
			o := r.Outlook(engine.NoColor)
			for color, want := range map[engine.Color]float64{engine.Red: c.red, engine.Green: c.green} {
				if got := o.scoreOf(color); math.Abs(got.Confidence-want) > 0.01 || (got.Low == got.High) != (want == 1) {
					t.Errorf("%s's total is %+v, want it sure to %.3f", color, got, want)
				}
			}
			var asked []string
			for _, q := range o.Questions {
				asked = append(asked, q.Key)
			}
			if !slices.Equal(asked, c.asked) {
				t.Errorf("asked %v, want %v", asked, c.asked)
			}
		})
	}
}

func TestCountsHaveTheSmallestRangeThatHoldsThem(t *testing.T) {
	for _, c := range []struct {
		name    string
		n       int
		chances []float64
		want    Range
	}{
		{"sure", 2, []float64{0, 0.01, 0.97, 0.02}, Range{0.97, 2, 2}},
		{"one more or less", 2, []float64{0, 0.2, 0.6, 0.17, 0.03}, Range{0.6, 1, 3}},
		{"none is likeliest, though there may be six", 0, []float64{0.6, 0, 0, 0, 0, 0.05, 0.35}, Range{0.6, 0, 6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := rangeOf(c.n, c.chances); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestAnAnswerIsTrueInAllWorlds(t *testing.T) {
	red, green := bank(engine.Red, 2, 0, 0.1, 0.5, 0.4), bank(engine.Green, 0, 0.7, 0, 0, 0, 0.3)
	red.Center = [2]float64{100, 100}
	doubted := table("Gr Ar", "Og ..")
	doubted.Banks, doubted.Unlikely.Banks = []Bank{red}, []Bank{green}
	for i := range doubted.Cells {
		doubted.Cells[i].Corners = [4][2]float64{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	}
	before := doubted.Outlook(engine.NoColor)
	if before.Winner.Confidence >= Sure || !slices.Contains(before.Winner.Or, engine.Green) {
		t.Fatalf("the winner is sure: %+v", before.Winner)
	}
	for _, q := range before.Questions {
		if q.Crop == nil || len(q.Options) < 2 {
			t.Errorf("%s has no crop or nothing to choose from: %+v", q.Key, q)
		}
	}
	mended, err := doubted.Mend(fixes(t, "bank:red=3", "bank:green=0"))
	if err != nil {
		t.Fatal(err)
	}
	after := mended.Outlook(engine.NoColor)
	if s := after.scoreOf(engine.Red); s.Banked != 3 || s.Confidence != 1 || s.Low != s.High || len(after.Questions) > 0 || after.Winner.Confidence != 1 {
		t.Errorf("answered, and yet %+v, %+v", s, after)
	}
	if mended.Banks[0].Center != red.Center {
		t.Error("the answered bank has lost its place")
	}
	if again := doubted.Outlook(engine.NoColor); again.Winner.Confidence != before.Winner.Confidence {
		t.Error("the same reading has another outlook, or the answer has changed it")
	}
}

func TestATileThatMayLieThereIsAskedFor(t *testing.T) {
	r := table("Gr Ar", ".. Tg")
	c := Cell{Place: engine.Place{Row: 0, Col: 2}, Letter: engine.Unsettled, Color: engine.Green, Height: 2}
	c.Settle(Sureness{Tile: 0.75, Color: 1, Height: 1})
	c.Sure.Tile = 0.79 // calibrated: about a half
	r.Unlikely.Cells = []Cell{c}
	o := r.Outlook(engine.NoColor)
	if len(o.Questions) != 1 || o.Questions[0].Key != "tile:0,2" || !slices.Equal(o.Questions[0].Options, []string{"no", "yes"}) {
		t.Fatalf("%+v", o.Questions)
	}
	with, err := r.Mend(fixes(t, "tile:0,2=yes"))
	if err != nil || with.at(0, 2).Height != 2 || len(with.Unlikely.Cells) > 0 || with.Outlook(engine.NoColor).scoreOf(engine.Green).Words != 2 {
		t.Errorf("yes: %+v, %v", with, err)
	}
	without, err := r.Mend(fixes(t, "tile:0,2=no"))
	if err != nil || len(without.Cells) != 3 || len(without.Outlook(engine.NoColor).Questions) > 0 {
		t.Errorf("no: %+v, %v", without, err)
	}
}

func TestAnOutlookStandsWhateverAReadingHolds(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"cells":[{"row":0,"col":0,"letter":"A","color":"gray","height":5,"confidence":2}]}`,
		`{"cells":[{"row":0,"col":0,"letter":"A","height":1,"sure":{"tile":-1,"color":-3,"height":9,"letter":0},"or":{"height":-7}}],"banks":[{"color":"red","tiles":3,"chances":[]},{"color":null,"tiles":0}]}`,
		`{"unlikely":{"cells":[{"row":3,"col":3,"letter":"?","height":1}],"banks":[{"color":"green","tiles":0,"chances":[0.2]}]}}`,
	} {
		var r Reading
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		if o := r.Outlook(engine.NoColor); !(o.Winner.Confidence >= 0 && o.Winner.Confidence <= 1) {
			t.Errorf("%s: %+v", text, o)
		}
	}
}
