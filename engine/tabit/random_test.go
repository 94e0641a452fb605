package tabit

import (
	"math/rand/v2"
	"testing"

	"tilewatch/engine/game"
	"tilewatch/engine/game/gametest"
)

func fresh() game.Table { return NewTable() }

func TestRandomGamesReachTheirEnd(t *testing.T) {
	gametest.Run(t, gametest.Game{
		New:    func() gametest.Table { return gametest.Of(fresh()) },
		Replay: gametest.Replayer(fresh), Start: anyStart, Next: anyEvent, Onward: onward, Most: 3000,
		Over: func(state any) bool { return state.(State).Over },
	})
}

func anyStart(r *rand.Rand) any {
	return gametest.Fields{"type": "start", "players": 2 + r.IntN(3), "options": gametest.Fields{"goal": 300 * (1 + r.IntN(5)), "letters_in_order": r.IntN(2) == 0}}
}

// anyCards are all players' cards. They are named by player, by seat or by neither; some lie face down, as often as downs says, in 100.
func anyCards(r *rand.Rand, players, downs int) []gametest.Fields {
	named := r.IntN(3)
	list := []gametest.Fields{}
	for i := range players {
		word, picture := [...]string{"MOON", "STAR", "TREE", "MTOR"}[r.IntN(4)], Pictures[r.IntN(len(Pictures))]
		letters, pictures := []any{}, []any{}
		for k := range each {
			letters, pictures = append(letters, word[k:k+1]), append(pictures, picture)
		}
		r.Shuffle(each, func(i, k int) { letters[i], letters[k] = letters[k], letters[i] })
		for range 3 {
			pictures[r.IntN(each)] = Pictures[r.IntN(len(Pictures))]
		}
		if r.IntN(100) < downs {
			letters[r.IntN(each)], pictures[r.IntN(each)] = nil, nil
		}
		e := gametest.Fields{"letters": letters, "pictures": pictures}
		switch named {
		case 0:
			e["player"] = i
		case 1:
			e["seat"] = Seats[i%len(Seats)]
		}
		list = append(list, e)
	}
	return list
}

// anyEvent is whatever else may happen, at a good moment or a bad one.
func anyEvent(r *rand.Rand, state any) any {
	s := state.(State)
	n := len(s.Players)
	switch r.IntN(6) {
	case 0:
		return gametest.Fields{"type": "sit", "player": r.IntN(n), "seat": Seats[r.IntN(len(Seats))]}
	case 1:
		return gametest.Fields{"type": "tabit", "player": r.IntN(n + 1)}
	case 2:
		return gametest.Fields{"type": "cards", "players": anyCards(r, n, 70), "seen": r.IntN(2) == 0}
	case 3:
		return gametest.Fields{"type": "tab"}
	case 4:
		return gametest.Fields{"type": "correct", "round": r.IntN(s.Round + 2), "players": anyCards(r, 1+r.IntN(n), 10)}
	}
	return gametest.Fields{"type": "cards", "players": anyCards(r, n+r.IntN(2), 0)}
}

// onward tabs the cards of everybody.
func onward(r *rand.Rand, state any) any {
	return gametest.Fields{"type": "tab", "players": anyCards(r, len(state.(State).Players), 10)}
}
