package follow_test

import (
	"math/rand/v2"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/engine/reading/madeup"
)

// BenchmarkRecall looks for eight stored games on a table that shows none of them.
func BenchmarkRecall(b *testing.B) {
	games := simulatedGames(b)[:9]
	board, r := engine.Board{}, rand.New(rand.NewPCG(3, 4))
	for _, t := range games[8].Turns {
		board = nabit.Place(board, nabit.Play{Color: t.Player, Placements: t.Placements})
	}
	obs := madeup.Oblique.Observe(r, board, madeup.Anyhow(r), 0, 0)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		f := follow.New(nil, lexicon.Default(), follow.Options{})
		for _, g := range games[:8] {
			events := []nabit.Event{{Type: nabit.Start, Seen: true}}
			for _, t := range g.Turns {
				events = append(events, nabit.Event{Type: nabit.Played, Player: t.Player, Placements: t.Placements, Seen: true})
			}
			if err := f.Remember("", events); err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		f.Observe(obs)
	}
}
