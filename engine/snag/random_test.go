package snag_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine/game"
	"tilewatch/engine/game/gametest"
	"tilewatch/engine/snag"
)

func fresh() game.Table { return snag.Game{}.Table(nil) }

func TestRandomGamesReachTheirEnd(t *testing.T) {
	gametest.Run(t, gametest.Game{
		New:    func() gametest.Table { return gametest.Of(fresh()) },
		Replay: gametest.Replayer(fresh), Start: anyStart, Next: anyEvent, Onward: onward, Most: 3000,
		Over: func(state any) bool {
			s := state.(snag.State)
			return s.Over && (s.Options.Scheme == snag.Separate || s.Finished)
		},
	})
}

func anyStart(r *rand.Rand) any {
	return gametest.Fields{"type": "start", "players": 2 + r.IntN(3), "options": gametest.Fields{
		"scheme":             []string{"separate", "separate", "separate", "separate", "separate", "separate", "separate", "series", "fixed"}[r.IntN(9)],
		"false_call_penalty": r.IntN(3),
	}}
}

// freeTile is a tile that can be placed; 0 if there is none.
func freeTile(r *rand.Rand, s snag.State) int {
	free := slices.DeleteFunc(slices.Clone(snag.Numbers), func(n int) bool {
		return slices.Contains(s.Board, n) || slices.Contains(s.Taken, n)
	})
	if len(free) == 0 {
		return 0
	}
	return free[r.IntN(len(free))]
}

// anyEvent is what may happen beside placing in turn: calls by anybody, right and wrong, what the camera sees, corrections.
func anyEvent(r *rand.Rand, state any) any {
	s := state.(snag.State)
	player := r.IntN(len(s.Players))
	switch r.IntN(9) {
	case 0:
		return gametest.Fields{"type": "award", "player": player}
	case 1:
		return gametest.Fields{"type": "captured", "seen": true}
	case 2:
		return gametest.Fields{"type": "replace", "number": r.IntN(99)}
	case 3:
		return gametest.Fields{"type": "place", "player": player, "number": freeTile(r, s)} // out of turn, mostly
	case 4:
		return gametest.Fields{"type": "place", "seen": true, "number": 4 + r.IntN(94)}
	case 5:
		return gametest.Fields{"type": "lying", "seen": true, "tiles": snag.Numbers[:r.IntN(len(snag.Numbers))]}
	}
	return gametest.Fields{"type": "call", "player": player}
}

// onward calls some of the runs, and places whatever tile is left, by the player who is next.
func onward(r *rand.Rand, state any) any {
	s := state.(snag.State)
	number := freeTile(r, s)
	switch {
	case s.Over:
		return gametest.Fields{"type": "next_game"}
	case s.Offer != nil && (number == 0 || r.IntN(2) == 0):
		return gametest.Fields{"type": "call", "player": r.IntN(len(s.Players))}
	}
	return gametest.Fields{"type": "place", "player": s.Next, "number": number}
}

// hands are the tiles as they lie on the players' racks and in the pile.
type hands struct {
	racks [][]int
	pile  []int
}

func dealt(r *rand.Rand, players int) *hands {
	h := &hands{pile: slices.Clone(snag.Numbers)}
	r.Shuffle(len(h.pile), func(i, k int) { h.pile[i], h.pile[k] = h.pile[k], h.pile[i] })
	for range players {
		h.racks = append(h.racks, h.pile[:4:4])
		h.pile = h.pile[4:]
	}
	return h
}

// lay takes a tile from a rack that has one, and draws another.
func (h *hands) lay(r *rand.Rand, seat int) int {
	rack := &h.racks[seat]
	i := r.IntN(len(*rack))
	number := (*rack)[i]
	if *rack = slices.Delete(*rack, i, i+1); len(h.pile) > 0 {
		*rack, h.pile = append(*rack, h.pile[0]), h.pile[1:]
	}
	return number
}

// TestRandomGamesPlayAllTilesOfAllRacks has players with real racks, who call at random: the next player has a tile, and the
// game is over when the last one is played.
func TestRandomGamesPlayAllTilesOfAllRacks(t *testing.T) {
	passed := 0
	for seed := range uint64(gametest.Games(t)) {
		r := gametest.Rand(seed)
		players := 2 + r.IntN(3)
		table, h := begin(t, players, ""), dealt(r, players)
		for s := table.State().(snag.State); !s.Over; s = table.State().(snag.State) {
			var event string
			switch {
			case s.Offer != nil && (s.NextSeat < 0 || r.IntN(4) > 0):
				event = call(r.IntN(players))
			case len(h.racks[s.NextSeat]) == 0:
				t.Fatalf("seed %d: seat %d is to move without a tile; racks %v", seed, s.NextSeat, h.racks)
			default:
				event = fmt.Sprintf(`{"type":"place","player":%d,"number":%d}`, s.NextSeat, h.lay(r, s.NextSeat))
			}
			answer := play(t, table, event)
			if !answer.OK {
				t.Fatalf("seed %d: %s: %v", seed, event, answer.Violations)
			}
			passed += len(answer.Passed)
		}
		if s := table.State().(snag.State); s.Turn != len(snag.Numbers) {
			t.Fatalf("seed %d: over after %d tiles; racks %v", seed, s.Turn, h.racks)
		}
	}
	if passed == 0 {
		t.Error("nobody was passed over: the games say little")
	}
}
