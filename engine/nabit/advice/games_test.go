package advice

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/ndjson/ndjsontest"
)

// simulated is a game of nabit's testdata; see the README there.
type simulated struct {
	Players []engine.Color
	Turns   []struct {
		Player     engine.Color
		Placements []nabit.Placement
	}
}

func simulatedGames(t testing.TB) []simulated {
	t.Helper()
	return ndjsontest.Read[simulated](t, "../testdata/games.ndjson.gz")[:60]
}

// A moment is a board of a game, whose turn it is, and a rack drawn at random.
type moment struct {
	table Table
	rack  Rack
}

// moments are the boards of the simulated games with so many cells.
func moments(t testing.TB, low, high, tiles int, blank bool) []moment {
	t.Helper()
	r := rand.New(rand.NewPCG(5, uint64(low)))
	var all []moment
	for _, g := range simulatedGames(t) {
		b := engine.Board{}
		for _, turn := range g.Turns {
			if len(b) >= low && len(b) <= high {
				all = append(all, moment{Table{Board: b, Mover: turn.Player, Players: g.Players, Bag: 10}, drawn(r, tiles, blank)})
			}
			b = nabit.Place(b, nabit.Play{Color: turn.Player, Placements: turn.Placements})
		}
	}
	if len(all) < 20 {
		t.Fatalf("only %d boards of %d to %d cells", len(all), low, high)
	}
	return all
}

// drawn is a rack of tiles whose letters are as common as in English words.
func drawn(r *rand.Rand, tiles int, blank bool) Rack {
	const letters = "EEEEEAAAAIIIOOOOUUTTTNNNRRRSSSLLDDGHBCCFMMPPVWYKJQXZ"
	rack := randomRack(r, tiles, letters, false)
	for i := range rack {
		for rack[i].Back == 0 || rack[i].Back == rack[i].Front {
			rack[i].Back = engine.Letter(letters[r.IntN(len(letters))])
		}
	}
	if blank {
		rack[0] = Tile{Blank: true}
	}
	return rack
}

func BenchmarkPlays(b *testing.B) {
	for _, test := range []struct {
		name             string
		low, high, tiles int
		blank            bool
	}{
		{"30 cells, five tiles", 28, 32, 5, false},
		{"30 cells, five tiles, one blank", 28, 32, 5, true},
		{"50 cells, five tiles", 48, 52, 5, false},
		{"50 cells, five tiles, one blank", 48, 52, 5, true},
		{"10 cells, five tiles", 8, 12, 5, false},
	} {
		b.Run(strings.ReplaceAll(test.name, " ", "_"), func(b *testing.B) {
			all := moments(b, test.low, test.high, test.tiles, test.blank)
			a, plays, i := New(lexicon.Default()), 0, 0
			b.ReportAllocs()
			for b.Loop() {
				m := all[i%len(all)]
				i++
				list, err := a.Plays(m.table.Board, m.rack, nabit.Options{})
				if err != nil {
					b.Fatal(err)
				}
				for range list {
					plays++
				}
			}
			b.ReportMetric(float64(plays)/float64(b.N), "plays/op")
			b.ReportMetric(float64(plays)/b.Elapsed().Seconds()/1e6, "Mplays/s")
		})
	}
}

func BenchmarkCanPlay(b *testing.B) {
	none := []string{"Q", "QV", "Q V", "QV QZ", "Q C QZ", "Q Q Q V C"}
	for _, test := range []struct {
		name  string
		racks []string // tried on every board; nil for a rack drawn at random
		tiles int
		can   bool
	}{{"five tiles", nil, 5, true}, {"one tile", nil, 1, true}, {"nobody can", none, 5, false}} {
		b.Run(strings.ReplaceAll(test.name, " ", "_"), func(b *testing.B) {
			a := New(lexicon.Default())
			all := slices.DeleteFunc(withRacks(b, moments(b, 28, 60, test.tiles, false), test.racks), func(m moment) bool {
				can, err := a.CanPlay(m.table.Board, nabit.Options{}, m.rack)
				return err != nil || can != test.can
			})
			if len(all) < 20 {
				b.Fatalf("only %d boards", len(all))
			}
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				m := all[i%len(all)]
				i++
				if can, err := a.CanPlay(m.table.Board, nabit.Options{}, m.rack); can != test.can {
					b.Fatal(err)
				}
			}
		})
	}
}

// withRacks are the moments with each of the racks.
func withRacks(b *testing.B, all []moment, racks []string) []moment {
	b.Helper()
	if racks == nil {
		return all
	}
	var some []moment
	for _, m := range all {
		for _, text := range racks {
			r, err := ParseRack(text)
			if err != nil {
				b.Fatal(err)
			}
			some = append(some, moment{m.table, r})
		}
	}
	return some
}
