package nabit

import (
	"encoding/json"
	"fmt"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// Try implements table.Trier: what a play that is being typed would bring, with a warning for each word that the table's list lacks.
func (d *session) Try(c webdesk.Command) (webdesk.Outcome, error) {
	d.goOn() // after a restart, too, a turn can be typed
	event, err := nabit.ParseEvent(c.Event)
	if err != nil {
		return refused(nabit.Refuse(err.Error())), nil
	}
	event.Seen = false
	a, s := d.follower.Try(event)
	rack := ""
	for _, r := range d.follower.Racks() {
		if r.Color == event.Player {
			rack = lettersOf(r)
		}
	}
	if !a.OK {
		out := refused(a)
		out.Rack = rack
		return out, nil
	}
	answer, err := json.Marshal(a)
	if err != nil {
		return webdesk.Outcome{}, fmt.Errorf("write the answer: %w", err)
	}
	return webdesk.Outcome{Answer: answer, OK: true, Rack: rack, State: d.board.tried(s, d.follower.Start(), a.Warnings)}, nil
}

// tried is how the page would show the state.
func (b *board) tried(s nabit.State, start []nabit.BoardCell, warnings []nabit.Violation) scoreboard.State {
	after := board{players: b.players, shown: b.shown}
	after.stand(s, start)
	after.shown.Warnings = nil
	for _, v := range warnings {
		after.shown.Warnings = append(after.shown.Warnings, engine.Warning{Code: string(v.Rule), Message: v.Message()})
	}
	return after.shown
}
