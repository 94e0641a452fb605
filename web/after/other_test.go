package after

import (
	"encoding/json"
	"errors"

	"tilewatch/engine/dabble"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit/history"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	webdabble "tilewatch/web/games/dabble"
	websnag "tilewatch/web/games/snag"
	webtabit "tilewatch/web/games/tabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// played are the games that the tests know; "pips" has no drawing of its own.
type played struct{}

func (played) History(name string) History {
	if name != "nabit" {
		return nil
	}
	return history.Read
}

func (p played) Standing(g journal.Game) (s scoreboard.State, err error) {
	if g.Kind == "nabit" {
		told, err := history.Read(g)
		if err != nil {
			return s, err
		}
		return scoreboard.State{Life: told.State.Life}, nil
	}
	rules := p.Rules(g.Kind)
	if rules == nil {
		return s, errors.New("nobody knows it")
	}
	var events []json.RawMessage
	for _, e := range g.Events {
		events = append(events, e.Payload)
	}
	if err := game.Replay(rules, events); err != nil {
		return s, err
	}
	standings, _ := game.StandingsOf(rules.State())
	return scoreboard.State{Life: game.MarksOf(events).LifeOf(rules.CanUndo(), standings.Over)}, nil
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

func (played) Page(name string) func(any) scoreboard.State {
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
