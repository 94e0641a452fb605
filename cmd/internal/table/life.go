package table

import (
	"encoding/json"
	"errors"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// Rematch is a command: the same game by the same players, each in the seat of the last one.
const Rematch = "rematch"

// sourceEnded notes in the game that what showed it has ended: whether it is over is not known yet.
func (d *Desk) sourceEnded() {
	if d.state.Status != scoreboard.Lost {
		d.party.Turned(scoreboard.Stopped, "")
	}
	if d.state.Life == engine.InPlay {
		out, err := d.party.Do(hosts(marking(engine.Mark{Life: engine.SourceEnded})))
		if err == nil && !out.OK {
			err = errors.New(out.Why)
		}
		d.quietly(err)
	}
	d.quietly(d.settle())
}

// do takes a person's event. One that begins a game ends the one before it.
func (d *Desk) do(c desk.Command) (desk.Outcome, error) {
	if c.Type == Rematch {
		if d.state.Life != engine.Ended || d.state.Again == nil {
			why := "there is no game to play again: it must have ended"
			return desk.Outcome{Answer: refusal(why), Rule: game.BadEvent, Why: why}, nil
		}
		c = hosts(d.state.Again)
	}
	if c.Type != game.Start {
		return d.party.Do(c)
	}
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
	for ; ended > 0 && (err != nil || !out.OK); ended-- { // no game begins, so none ends
		_, undone := d.party.Do(hosts(json.RawMessage(`{"type":"undo"}`)))
		d.quietly(undone)
	}
	return out, err
}

// mostFinishes ends a game within a series, and the series.
const mostFinishes = 2

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

// leaving adds to what a table has grown by that the game before is abandoned, where another one begins before it has ended: a camera saw
// it on the table.
func (d *Desk) leaving(records []Record) []Record {
	another := slices.IndexFunc(records, func(r Record) bool { return r.Another })
	if another < 0 || d.state.Life != engine.InPlay && d.state.Life != engine.SourceEnded {
		return records
	}
	if !d.keeper.tapes.begun() && !slices.ContainsFunc(records[:another], func(r Record) bool { return r.Resumed != nil }) {
		return records // it is not kept
	}
	return slices.Insert(slices.Clone(records), another, Record{Events: []json.RawMessage{marking(engine.Mark{Life: engine.Abandoned})}})
}

// marking is the event that marks a game.
func marking(m engine.Mark) json.RawMessage {
	return plain(struct {
		Type string `json:"type"`
		engine.Mark
	}{engine.Marked, m})
}

// hosts is the event as a command of the program's own.
func hosts(event json.RawMessage) desk.Command {
	var e struct{ Type string }
	_ = json.Unmarshal(event, &e) // it is our own
	return desk.Command{Event: event, Type: e.Type, Role: access.RoleHost, After: -1}
}

// refusal is an answer that says why.
func refusal(why string) json.RawMessage {
	return plain(game.Refuse(game.Bad("%s", why)))
}

// plain is plain data in JSON.
func plain(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic("table: plain data does not marshal: " + err.Error())
	}
	return data
}
