package advice

import (
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
)

// TestEffectsAreWhatTheRulesSay compares points and nabs of every play with those that nabit counts.
func TestEffectsAreWhatTheRulesSay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	a, compared := New(fewWords), 0
	for range 150 {
		b := randomBoard(r, 1+r.IntN(9), "ABCD", true)
		table := Table{Board: b, Mover: engine.PlayerColors[r.IntN(4)], Players: engine.PlayerColors[:], Bag: 3,
			Options: nabit.Options{TieNabs: r.IntN(2) == 0}}
		compared += compareEffects(t, a, table, randomRack(r, 2, "ABCD", false))
	}
	if t.Logf("%d plays", compared); compared < 1000 {
		t.Error("the test says little")
	}
}

func compareEffects(t *testing.T, a *Advisor, table Table, rack Rack) int {
	t.Helper()
	if err := a.look(table.Board, rack); err != nil {
		t.Fatal(err)
	}
	v := newValuer(table, len(rack), &Learned, &a.rows, &a.cols)
	n := 0
	a.each(table.Options, func(g *grid, line int, laid []laid) bool {
		n++
		play := nabit.Play{Color: table.Mover, Placements: a.placements(g, line, laid)}
		after := nabit.Place(table.Board, play)
		e := v.effect(g, line, laid)
		if nabs := len(table.Options.Nabbed(table.Board, after, play)); nabs != int(e.nabs) {
			t.Errorf("%v nabs %d words, not %d\n%v", play, nabs, e.nabs, nabit.BoardCells(table.Board))
		}
		before := nabit.Scores(table.Board, nil, engine.NoColor, table.Players)
		for i, s := range nabit.Scores(after, nil, engine.NoColor, table.Players) {
			if change := s.Words - before[i].Words; change != int(e.points[s.Color]) {
				t.Errorf("%v changes %v's words by %d, not %d\n%v", play, s.Color, change, e.points[s.Color], nabit.BoardCells(table.Board))
			}
		}
		return true
	})
	return n
}

// BenchmarkRank is on the same boards by lists of several languages.
func BenchmarkRank(b *testing.B) {
	b.Setenv(lexicon.FolderVariable, "../../../share/tilewatch/words")
	for _, list := range []string{lexicon.DefaultName, "german", "french", "spanish-n"} {
		for _, blank := range []bool{false, true} {
			b.Run(list+map[bool]string{false: ",_30_cells,_five_tiles", true: ",_30_cells,_five_tiles,_one_blank"}[blank], func(b *testing.B) {
				words, err := lexicon.OpenBuiltIn(list)
				if err != nil {
					b.Fatal(err)
				}
				rank(b, New(words), moments(b, 28, 32, 5, blank))
			})
		}
	}
}

func rank(b *testing.B, a *Advisor, all []moment) {
	i, plays := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		m := all[i%len(all)]
		i++
		k, err := a.Rank(m.table, m.rack)
		if err != nil {
			b.Fatal(err)
		}
		plays += k.Len()
	}
	b.ReportMetric(float64(plays)/b.Elapsed().Seconds()/1e6, "Mplays/s")
}
