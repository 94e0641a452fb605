package table

import (
	"encoding/json"
	"slices"

	"tilewatch/engine"
)

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
