package after

import (
	"encoding/json"

	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	webdabble "tilewatch/web/games/dabble"
	webnabit "tilewatch/web/games/nabit"
	websnag "tilewatch/web/games/snag"
	webtabit "tilewatch/web/games/tabit"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// played are the games that the tests know; "pips" has no drawing of its own.
type played struct{}

func (p played) Retold(g journal.Game) (retold.Kept, error) {
	if g.Kind == "nabit" {
		return webnabit.Retell(g)
	}
	if p.Rules(g.Kind) == nil {
		return nil, nil
	}
	var events []json.RawMessage
	for _, e := range g.Events {
		events = append(events, e.Payload)
	}
	return retold.Kind{Rules: func() game.Table { return p.Rules(g.Kind) }, Page: p.page(g.Kind)}.Of(events)
}

func (played) Rules(name string) game.Table {
	switch name {
	case "snag":
		return snag.Game{}.Table(nil)
	case "tabit":
		return tabit.Game{}.Table(nil)
	}
	return nil
}

func (played) page(name string) func(any) scoreboard.State {
	switch name {
	case "snag":
		return func(s any) scoreboard.State { return websnag.Scoreboard(s.(snag.State)) }
	case "tabit":
		return func(s any) scoreboard.State { return webtabit.Scoreboard(s.(tabit.State)) }
	}
	return nil
}

func (played) Drawn(name string) scoreboard.Game {
	switch name {
	case "", "nabit":
		return webnabit.Page
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
