package still

import (
	"fmt"
	"math"
	"testing"

	"tilewatch/engine"
)

func TestAWordsControlIsAsSureAsWhatItRestsOn(t *testing.T) {
	half := calibrations().Height.of(0.5)
	for _, c := range []struct {
		name  string
		doubt func(*Reading)
		sure  float64
		or    string
	}{
		{"without a doubt it is sure", func(*Reading) {}, 1, ""},
		{"another word's stack decides nothing", func(r *Reading) { r.at(1, 0).Settle(Sureness{1, 1, 0.5, 1}) }, 1, ""},
		{"a higher tile takes it alone", func(r *Reading) {
			r.at(0, 1).Or.Height = 2
			r.at(0, 1).Settle(Sureness{1, 1, 0.5, 1})
		}, half, "[green] if height:0,1=2: the O (letter 2) is 2 high"},
		{"a tile of another color takes it", func(r *Reading) {
			r.at(0, 2).Or.Color = engine.Green
			r.at(0, 2).Settle(Sureness{1, 0.5, 1, 1})
		}, calibrations().Color.of(0.5), "[green] if color:0,2=green: the O (letter 3) is green"},
		{"a tile that is none makes another word", func(r *Reading) { r.at(0, 2).Settle(Sureness{0.3, 1, 1, 1}) },
			calibrations().Tile.of(0.3), "[] if tile:0,2=no: the O (letter 3) is not a tile"},
		{"a tile that nobody saw makes a longer word", func(r *Reading) {
			r.Unlikely.Cells = []Cell{{Place: engine.Place{Row: 0, Col: 3}, Letter: 'N', Color: engine.Red, Height: 1, Sure: &Sureness{0.4, 1, 1, 1}}}
		}, 1 - calibrations().Unlikely.of(0.4), "[] if tile:0,3=yes: one more tile belongs to the word"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := table("Gr Og Or", "Ar .. ..") // GOO is red's, GA too
			c.doubt(&r)
			w := r.Outlook(engine.NoColor).Words[0]
			or := ""
			if len(w.Or) > 0 {
				or = fmt.Sprint(w.Or[0].Controllers)
				if f := w.Or[0].If; f != nil {
					or += fmt.Sprintf(" if %s=%s: %s", f.Key, f.Option, f.Text)
				}
			}
			if w.Text != "GOO" || math.Abs(w.Confidence-c.sure) > 0.01 || or != c.or {
				t.Errorf("%s is %v's to %.3f, or %q; want %.3f and %q", w.Text, w.Controllers, w.Confidence, or, c.sure, c.or)
			}
		})
	}
}

// TestStacksAreWrongTogether holds that two doubtful stacks are both right more often than if each were doubted by itself, and that each is
// as sure as before.
func TestStacksAreWrongTogether(t *testing.T) {
	r := table("Gr Og", "Ar ..")
	for _, at := range []engine.Place{{Row: 0, Col: 1}, {Row: 1, Col: 0}} {
		r.at(at.Row, at.Col).Or.Height = 2
		r.at(at.Row, at.Col).Settle(Sureness{1, 1, 0.5, 1})
	}
	w, both := r.worlds(engine.NoColor), 0.0
	var right [2]float64
	for _, world := range w.all {
		for k, pick := range world.picks {
			if w.doubts[k].options[pick].value == 1 {
				right[k] += 1 / float64(len(w.all))
			}
		}
		if w.board(world.picks)[engine.Place{Row: 0, Col: 1}].Height == 1 && w.board(world.picks)[engine.Place{Row: 1, Col: 0}].Height == 1 {
			both += 1 / float64(len(w.all))
		}
	}
	want := calibrations().Height.of(0.5)
	for _, share := range right {
		if math.Abs(share-want) > 0.005 {
			t.Errorf("a stack is right in %.3f of the worlds, want %.3f", share, want)
		}
	}
	if both < want*want+0.05 || both > want {
		t.Errorf("both are right in %.3f of the worlds, each in %.3f", both, want)
	}
}
