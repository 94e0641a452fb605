package after

import (
	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	"tilewatch/web"
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

func (others) Drawn(name string) web.Game {
	switch name {
	case "snag":
		return web.Snag(snag.State{}).Drawn
	case "tabit":
		return web.Tabit(tabit.State{}).Drawn
	case "dabble":
		return web.Dabble(dabble.State{}).Drawn
	case "pips":
		return web.Plain(name, "PIPS", nil).Drawn
	}
	return nil
}
