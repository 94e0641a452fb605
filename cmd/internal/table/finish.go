package table

import (
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/desk"
)

// mostFinishes ends a game within a series, and the series.
const mostFinishes = 2

// startAfter begins a game, and finishes the one before it. Where none begins, none ends.
func (d *Desk) startAfter(c desk.Command) (desk.Outcome, error) {
	event, finish := withoutOut(c.Event)
	ended := 0
	for range mostFinishes {
		if d.state.Life != engine.InPlay && d.state.Life != engine.SourceEnded {
			break
		}
		out, err := d.party.Do(hosts(finish))
		if err != nil || !out.OK {
			return out, err
		}
		ended++
		d.quietly(d.settle())
	}
	c.Event = event
	out, err := d.party.Do(c)
	for ; ended > 0 && (err != nil || !out.OK); ended-- {
		_, undone := d.party.Do(hosts(json.RawMessage(`{"type":"undo"}`)))
		d.quietly(undone)
	}
	return out, err
}

// withoutOut is the start without what it says of the game before: who played its last tile. finish ends that one.
func withoutOut(start json.RawMessage) (event, finish json.RawMessage) {
	fields, ending := map[string]json.RawMessage{}, map[string]json.RawMessage{"type": json.RawMessage(`"` + game.Finish + `"`)}
	if json.Unmarshal(start, &fields) == nil && fields["out"] != nil {
		ending["out"] = fields["out"]
		delete(fields, "out")
		start = plain(fields)
	}
	return start, plain(ending)
}
