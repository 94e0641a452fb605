package table

import (
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/access"
	"tilewatch/web/desk"
)

// do takes a person's event. One that begins a game ends the one before it.
func (d *Desk) do(c desk.Command) (desk.Outcome, error) {
	if c.Type == Rematch {
		start, ok := d.rematch()
		if !ok {
			return noRematch(), nil
		}
		c = start
	}
	if c.Type == game.Start {
		return d.startAfter(c)
	}
	return d.party.Do(c)
}

// hosts is the event as a command of the program's own.
func hosts(event json.RawMessage) desk.Command {
	var e struct{ Type string }
	_ = json.Unmarshal(event, &e) // it is our own
	return desk.Command{Event: event, Type: e.Type, Role: access.RoleHost, After: -1}
}

// marking is the event that marks a game.
func marking(m engine.Mark) json.RawMessage {
	return plain(struct {
		Type string `json:"type"`
		engine.Mark
	}{engine.Marked, m})
}

// plain is plain data in JSON.
func plain(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic("table: plain data does not marshal: " + err.Error())
	}
	return data
}
