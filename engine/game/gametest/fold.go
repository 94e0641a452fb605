package gametest

import (
	"encoding/json"
	"errors"

	"tilewatch/engine/game"
)

// Of is a game.Table as a Table.
func Of(t game.Table) Table { return table{t} }

type table struct{ game.Table }

func (t table) Handle(event []byte) error {
	if a := t.Table.Handle(event); !a.OK {
		return errors.New(a.Violations[0].Message)
	}
	return nil
}

// Line are the events that stand; nil where the table does not know them.
func (t table) Line() []game.Stood {
	if h, knows := t.Table.(game.Historian); knows {
		return h.Line()
	}
	return nil
}

// Replayer replays events at new tables of a game.
func Replayer(fresh func() game.Table) func(events []json.RawMessage) (Table, error) {
	return func(events []json.RawMessage) (Table, error) {
		t := fresh()
		return Of(t), game.Replay(t, events)
	}
}

// Fields are an event's.
type Fields = map[string]any
