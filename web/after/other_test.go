package after

import (
	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	webdabble "tilewatch/web/games/dabble"
	websnag "tilewatch/web/games/snag"
	webtabit "tilewatch/web/games/tabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// others are the games that the tests know besides NAB-IT!; "pips" has no drawing of its own.
type others struct{}

func (others) Rules(name string) game.Table {
	switch name {
	case "snag":
		return snag.Game{}.Table(nil)
	case "tabit":
		return tabit.Game{}.Table(nil)
	}
	return nil
}

func (others) Drawn(name string) scoreboard.Game {
	switch name {
	case "snag":
		return websnag.Scoreboard(snag.State{}).Drawn
	case "tabit":
		return webtabit.Scoreboard(tabit.State{}).Drawn
	case "dabble":
		return webdabble.Scoreboard(dabble.State{}).Drawn
	case "pips":
		return parts.Plain(name, "PIPS", nil).Drawn
	}
	return nil
}
