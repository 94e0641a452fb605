package nabit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/game/gametest"
)

// unlined hides from the random games how a game's events can be corrected: what stands there need not have been legal in its place, and so is not
// replayed as it was. See TestACorrectedGameIsTheOneOfWhatStands.
type unlined struct{ gametest.Table }

func atRandom() game.Table { return New(manyWords{}).Table() }

func TestRandomGamesReachTheirEnd(t *testing.T) {
	ends := map[bool]int{} // by a last tile, or because all passed
	gametest.Run(t, gametest.Game{
		New:    func() gametest.Table { return unlined{gametest.Of(atRandom())} },
		Replay: gametest.Replayer(atRandom),
		Start: func(r *rand.Rand) any {
			e := randomStart(r)
			if r.IntN(10) == 0 { // taken up under way: nobody knows how many tiles are left
				e.Board, e.Player = cells(0, 3, e.Players[1], 1), e.Players[0]
			}
			return e
		},
		Next: func(r *rand.Rand, state any) any {
			e := randomEvent(r, state.(State))
			if e.Type == Finished { // no game needs it
				e.Type = Undone
			}
			return e
		},
		Onward: func(r *rand.Rand, state any) any { return sensible(r, state.(State)) },
		Over: func(state any) bool {
			s := state.(State)
			if s.Over {
				ends[s.Out != engine.NoColor]++
			}
			return s.Over
		},
		Most: 3000,
	})
	if ends[true] == 0 || ends[false] == 0 {
		t.Errorf("%d games ended with a last tile, %d with passes: they say little", ends[true], ends[false])
	}
	t.Logf("%d games ended with a last tile, %d with passes", ends[true], ends[false])
}

// sensible is a legal play of the next player, or an exchange or a pass where none is found.
func sensible(r *rand.Rand, s State) Event {
	hand := s.Hands[slices.IndexFunc(s.Hands, func(h Hand) bool { return h.Color == s.Next })]
	uncounted := !slices.ContainsFunc(s.Hands, func(h Hand) bool { return h.Rack+h.Bag > 0 })
	for range 60 {
		play := Play{s.Next, randomTiles(r, s.Board)}
		if uncounted && r.IntN(3) == 0 {
			break // or they would play on for ever
		}
		if n := len(play.Placements); (n <= hand.Rack || uncounted && hand.Board+hand.Banked+n <= TilesPerColor) && legal(s, play) {
			return Event{Type: Played, Player: s.Next, Placements: play.Placements}
		}
	}
	if s.MustPlay || hand.Bag > 0 && r.IntN(4) > 0 {
		return Event{Type: Exchanged, Player: s.Next, Count: 1 + r.IntN(min(hand.Rack, hand.Bag))}
	}
	return Event{Type: Passed, Player: s.Next}
}

// legal reports whether the rules take the play; blanks are left out, since a player has but one.
func legal(s State, play Play) bool {
	if slices.ContainsFunc(play.Placements, func(t Placement) bool { return t.Blank }) || len(s.Options.Check(s.Board, play)) > 0 {
		return false
	}
	words := NewWords(s.Board, Place(s.Board, play), play)
	return s.Options.Words != Enforce || !slices.ContainsFunc(words, func(w engine.Word) bool { return !manyWords{}.Has(w.Text) })
}
