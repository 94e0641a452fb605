package advice

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// cat is the board CAT, all green, its C a stack of that height; red may play an H or another tile on it.
func cat(height int, players ...engine.Color) Table {
	b := engine.Board{}
	for i, l := range "CAT" {
		b[engine.Place{Col: i}] = engine.Cell{Letter: engine.Letter(l), Color: engine.Green, Height: 1}
	}
	b[engine.Place{}] = engine.Cell{Letter: 'C', Color: engine.Green, Height: height}
	return Table{Board: b, Mover: engine.Red, Players: append([]engine.Color{engine.Red, engine.Green}, players...), Bag: 5, Held: 5}
}

func onC(l engine.Letter) []nabit.Placement { return []nabit.Placement{{Letter: l}} }

func TestWhatIsWorthMore(t *testing.T) {
	a := New(lexicon.Default())
	value := func(table Table, play []nabit.Placement) float64 { return a.Judge(table, play).Value }
	change := func(table Table, f func(*Table)) Table {
		f(&table)
		return table
	}
	blank := []nabit.Placement{{Letter: 'H', Blank: true}}
	behind := cat(2, engine.Yellow)
	behind.Banked = map[engine.Color]int{engine.Yellow: 4}
	for _, test := range []struct {
		name       string
		more, less float64
	}{
		{"a third tile on a stack than a fourth, which is a gift", value(cat(2), onC('H')), value(cat(3), onC('H'))},
		{"a fifth, which seals it, than a third", value(cat(4), onC('H')), value(cat(2), onC('H'))},
		{"and than a fourth", value(cat(4), onC('H')), value(cat(3), onC('H'))},
		{"a nab with a tile to bank than without", value(cat(2), onC('H')), value(change(cat(2), func(t *Table) { t.Bag = 0 }), onC('H'))},
		{"the last tile than another", value(change(cat(2), func(t *Table) { t.Bag, t.Held = 0, 1 }), onC('H')), value(change(cat(2), func(t *Table) { t.Bag = 0 }), onC('H'))},
		{"a letter than the blank", value(cat(2), onC('H')), value(cat(2), blank)},
		{"a word taken from who leads than from another", value(cat(2, engine.Yellow), onC('H')), value(behind, onC('H'))},
	} {
		if test.more <= test.less {
			t.Errorf("%s: %.2f, %.2f", test.name, test.more, test.less)
		}
	}
}

func TestPointsAreCounted(t *testing.T) {
	a := New(lexicon.Default())
	for _, test := range []struct {
		name           string
		table          Table
		play           []nabit.Placement
		points, others int
		nabs           int
	}{
		{"a word taken, and a tile banked for it", cat(2), onC('H'), 2, -1, 1},
		{"a word taken with an empty bag", func() Table { t := cat(2); t.Bag = 0; return t }(), onC('H'), 1, -1, 1},
		{"a word made longer is its owner's still", cat(2), []nabit.Placement{{Place: engine.Place{Col: 3}, Letter: 'S'}}, 0, 0, 0},
		{"a new word across", cat(2), []nabit.Placement{{Place: engine.Place{Row: 1, Col: 1}, Letter: 'T'}}, 1, 1, 0},
	} {
		if m := a.Judge(test.table, test.play); m.Points != test.points || m.Others != test.others || len(m.Nabbed) != test.nabs {
			t.Errorf("%s: %+v", test.name, m)
		}
	}
}

func TestRankingPutsTheBestFirst(t *testing.T) {
	a := New(lexicon.Default())
	rack, err := ParseRack("HB SE RA TN IO")
	if err != nil {
		t.Fatal(err)
	}
	k, err := a.Rank(cat(4), rack)
	if err != nil || k.Len() < 50 {
		t.Fatalf("%d plays, error %v", k.Len(), err)
	}
	for i := 1; i < k.Len(); i++ {
		if k.Value(i) > k.Value(i-1) {
			t.Fatalf("play %d is worth more than the one before", i)
		}
	}
	best := k.Best(3)
	if len(best) != 3 || len(best[0].Nabbed) == 0 || best[0].Points < 2 || len(k.Best(0)) != k.Len() {
		t.Errorf("the best are %+v", best)
	}
	again, err := a.Rank(cat(4), rack)
	if err != nil || again.At(7).Value != k.At(7).Value || name(again.At(7).Placements) != name(k.At(7).Placements) {
		t.Error("the order changes from one time to the next")
	}
}

func TestTheOrderOfNumbersIsThatOfValues(t *testing.T) {
	values := []float32{1e9, 3.5, 1, 1e-9, 0, -1e-9, -1, -3.5, -1e9}
	for i := 1; i < len(values); i++ {
		if descending(values[i-1]) >= descending(values[i]) {
			t.Errorf("%v does not come before %v", values[i-1], values[i])
		}
	}
}
