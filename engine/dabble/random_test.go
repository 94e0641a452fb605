package dabble

import (
	"math/rand/v2"
	"testing"
	"time"

	"tilewatch/engine/game"
	"tilewatch/engine/game/gametest"
)

func fresh() game.Table { return Game{}.Table(testWords) }

func TestRandomGamesReachTheirEnd(t *testing.T) {
	gametest.Run(t, gametest.Game{
		New:    func() gametest.Table { return gametest.Of(fresh()) },
		Replay: gametest.Replayer(fresh), Start: anyStart, Next: anyEvent, Onward: onward, Most: 3000,
		Over: func(state any) bool { return state.(State).Over },
	})
}

func either(r *rand.Rand) bool { return r.IntN(2) == 0 }

// oneOf is any of the texts.
func oneOf(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

func anyStart(r *rand.Rand) any {
	return gametest.Fields{"type": "start", "players": 2 + r.IntN(3), "subject": aSubject(r), "options": gametest.Fields{
		"goal": 10 + r.IntN(40), "exchange_disqualifies": r.IntN(8) == 0, "apostrophe_bonus": either(r), "challenge_keeps_win": either(r),
		"words": oneOf(r, "list", "challenge"), "values": gametest.Fields{"T": r.IntN(9)},
	}}
}

// aSubject is seldom a category that WordNet knows: looking words up takes longer than all the rest.
func aSubject(r *rand.Rand) string {
	if r.IntN(20) == 0 {
		return "household"
	}
	return oneOf(r, "", "dragons of any kind")
}

// someTiers are words for a rack, most of them right, of all tiers or of fewer.
func someTiers(r *rand.Rand) []string {
	tiers := []string{oneOf(r, "AT", "IT", "ON", "A?"), oneOf(r, "CAT", "HAT", "I'M", "SEW", "c?T"), oneOf(r, "TAME", "LAMP", "MILK"),
		oneOf(r, "STONE", "BREAD", "CAN'T", "DON'T"), oneOf(r, "RACERS", "CARPET", "BUTTER")}
	for i := range tiers {
		switch r.IntN(20) {
		case 0:
			tiers[i] = ""
		case 1:
			tiers[i] = tiers[i][1:] // a gap
		case 2:
			tiers[i] = "X" + tiers[i][1:] // no word, as a rule
		}
	}
	return tiers
}

func anyRack(r *rand.Rand, kind string, players int) gametest.Fields {
	e := gametest.Fields{"type": kind, "player": r.IntN(players), "tiers": someTiers(r), "exchanged": r.IntN(30) == 0, "seen": either(r)}
	if kind == Racked && r.IntN(8) == 0 {
		e = gametest.Fields{"type": kind, "seat": Places[r.IntN(players)], "tiers": someTiers(r), "seen": true, "at": six.Add(time.Duration(r.IntN(100)) * time.Second)}
	}
	if r.IntN(3) == 0 {
		delete(e, "tiers")
		e["unused"] = []string{"K", "'", "Q", "?"}[:r.IntN(5)]
	}
	return e
}

// aWord is one that stands on a rack, if there is any.
func aWord(r *rand.Rand, s State) string {
	if len(s.Racks) == 0 {
		return "AT"
	}
	rack := s.Racks[r.IntN(len(s.Racks))]
	return rack.Tiers[r.IntN(len(rack.Tiers))].Word
}

// anyEvent is whatever else may happen in a round, at a good moment or a bad one.
func anyEvent(r *rand.Rand, state any) any {
	s := state.(State)
	player := r.IntN(len(s.Players))
	switch r.IntN(10) {
	case 0:
		return gametest.Fields{"type": "timer", "seconds": r.IntN(60), "at": six}
	case 1:
		return gametest.Fields{"type": "round", "subject": aSubject(r)}
	case 2:
		return gametest.Fields{"type": "subject", "subject": aSubject(r)}
	case 3:
		return gametest.Fields{"type": "exchange", "player": player, "count": r.IntN(5)}
	case 4:
		return gametest.Fields{"type": "fits", "word": aWord(r, s), "fits": either(r)}
	case 5, 6:
		return gametest.Fields{"type": "challenge", "by": player, "word": aWord(r, s), "verdict": oneOf(r, "", "upheld", "rejected")}
	case 7:
		e := anyRack(r, "correct", len(s.Players))
		e["round"], e["in_time"] = r.IntN(s.Round+2), r.IntN(4) == 0
		return e
	case 8:
		if either(r) {
			return gametest.Fields{"type": "without"}
		}
		return gametest.Fields{"type": "time_up", "at": six.Add(time.Duration(r.IntN(100)) * time.Second)}
	}
	return gametest.Fields{"type": "round_end"}
}

// onward has players build their racks, ends the round, and turns the timer for the next.
func onward(r *rand.Rand, state any) any {
	s := state.(State)
	switch {
	case s.Phase == RoundOver || s.Phase == Exchange:
		return gametest.Fields{"type": "timer"}
	case len(s.Racks) == len(s.Players) && r.IntN(3) == 0:
		return gametest.Fields{"type": "round_end"}
	}
	return anyRack(r, "rack", len(s.Players))
}
