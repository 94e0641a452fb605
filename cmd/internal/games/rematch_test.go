package games

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/cmd/internal/game"
	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/web/scoreboard"
)

// seats are the places of a game's cameras; a game that is not here has none.
var seats = map[string][]string{"tabit": {"north", "east", "south", "west"}, "dabble": {"first", "second", "third", "fourth"}}

// won are the events of a short game that a player wins, as far as the game can be won in a few events; starter begins it.
var won = map[string]func(n, starter, winner int) []string{
	"nabit": func(_, _, _ int) []string { return nil },
	"snag": func(n, starter, winner int) (events []string) {
		for i, number := range []int{4, 5, 6, 7} {
			events = append(events, fmt.Sprintf(`{"type":"place","player":%d,"number":%d}`, (starter+i)%n, number))
		}
		return append(events, fmt.Sprintf(`{"type":"call","player":%d}`, winner))
	},
	"dabble": func(n, _, winner int) (events []string) {
		for seat := range n {
			events = append(events, fmt.Sprintf(`{"type":"rack","player":%d,"tiers":["AT"],"unused":["Q"]}`, seat))
		}
		return append(events, fmt.Sprintf(`{"type":"rack","player":%d,"tiers":["AT","CAT","GOAT","STONE","PLANET"]}`, winner), `{"type":"round_end"}`)
	},
	"tabit": func(n, _, winner int) []string {
		var all []map[string]any
		for seat := range n {
			picture := [...]string{"tree", "moon"}[map[bool]int{true: 1}[seat == winner]]
			all = append(all, map[string]any{"letters": []string{"M", "O", "O", "N"}, "pictures": []string{picture, picture, picture, picture}})
		}
		return []string{asJSON(map[string]any{"type": "tab", "players": all})}
	},
}

func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return string(data)
}

// sitting is what must not change about a person.
type sitting struct {
	name, place string
	color       engine.Color
}

func sittings(s scoreboard.State) (all []sitting) {
	for _, p := range s.Players {
		all = append(all, sitting{p.Name, p.Place, p.Color})
	}
	return all
}

// starts are who starts the next game by the sheet: SNAG's winner, NAB-IT!'s youngest, who started before, and nobody in the others.
func starts(game string, s scoreboard.State, starter, winner int) engine.Color {
	switch game {
	case "snag":
		return s.Players[winner].Color
	case "nabit":
		return s.Players[starter].Color
	}
	return engine.NoColor
}

// TestEverybodyKeepsTheSeatInARematch plays chains of rematches by random people on random seats, with random winners: nobody's name, color
// or place changes, and who starts is as the sheet says.
func TestEverybodyKeepsTheSeatInARematch(t *testing.T) {
	const chains, games = 6, 4
	every(t, func(t *testing.T, g game.Game) {
		for seed := range uint64(chains) {
			t.Run(fmt.Sprint(seed), func(t *testing.T) { chain(t, g, rand.New(rand.NewPCG(seed, 5)), games) })
		}
	})
}

func chain(t *testing.T, g game.Game, r *rand.Rand, games int) {
	j := journal.NewMemory()
	p := at(t, g, j)
	p.run(t)
	n, starter := 2+r.IntN(3), 0
	p.seat(t, g, r, n)
	want := sittings(p.state(t))
	for range games {
		winner := r.IntN(n)
		s := p.state(t)
		for _, event := range won[g.Name](n, starter, winner) {
			p.must(t, event)
		}
		if g.Name == "nabit" {
			p.must(t, move(g, s.Players[starter].Color.String()))
		}
		if p.state(t).Life != engine.Ended {
			p.must(t, `{"type":"finish"}`)
		}
		ended := p.state(t)
		first := starts(g.Name, ended, starter, winner)
		if ended.Starts != first {
			t.Errorf("%s starts, want %s", ended.Starts, first)
		}
		p.must(t, `{"type":"rematch"}`)
		if s = p.state(t); !slices.Equal(sittings(s), want) || s.Life != engine.SetUp || first != s.Next {
			t.Fatalf("they sit %v, want %v; %q, %s is next, want %s", sittings(s), want, s.Life, s.Next, first)
		}
		if first != engine.NoColor {
			starter = slices.Index(scoreboard.ColorsOf(s.Players), first)
		}
	}
	kept, err := g.Standing(newest(t, j), nil)
	if err != nil || !slices.Equal(sittings(kept), want) {
		t.Errorf("as it is kept they sit %v, want %v; %v", sittings(kept), want, err)
	}
}

// seat begins a game of n people as the set-up page does, and puts some of them elsewhere.
func (p *party) seat(t *testing.T, g game.Game, r *rand.Rand, n int) {
	t.Helper()
	colors := slices.Clone(engine.PlayerColors[:])
	r.Shuffle(len(colors), func(i, k int) { colors[i], colors[k] = colors[k], colors[i] })
	names := map[engine.Color]string{}
	for i, c := range colors[:n] {
		names[c] = []string{"Ana", "Ben", "Cleo", "Dan"}[i]
	}
	p.must(t, asJSON(map[string]any{"type": "start", "players": colors[:n], "names": names}))
	if s := p.state(t); !slices.Equal(scoreboard.ColorsOf(s.Players), colors[:n]) {
		t.Errorf("they play %v, want %v", scoreboard.ColorsOf(s.Players), colors[:n])
	}
	places := slices.Clone(seats[g.Name])
	r.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
	for seat := range min(n, len(places), r.IntN(n+1)) {
		p.must(t, asJSON(map[string]any{"type": "sit", "player": seat, "seat": places[seat]}))
		if got := p.state(t).Players[seat].Place; got != places[seat] {
			t.Errorf("seat %d is at %q, want %q", seat, got, places[seat])
		}
	}
	if g.Name != "nabit" && r.IntN(2) == 0 {
		p.must(t, asJSON(map[string]any{"type": "sit", "player": 0, "color": engine.PlayerColors[r.IntN(4)]}))
	}
}
