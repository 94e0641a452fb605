package game

import (
	"encoding/json"
	"reflect"
	"time"

	"tilewatch/cmd/internal/table"
	kernel "tilewatch/engine/game"
)

// played is a game by its rules, with those of its events that are not on record yet. A start that nobody has played on is not, nor is
// what a camera saw that changed nothing: a server that only starts writes nothing.
type played struct {
	rules kernel.Table
	held  []json.RawMessage
}

// take gives the event to the rules, and holds it if they accept it. moved says that the game stands otherwise than before.
func (g *played) take(event json.RawMessage, now time.Time) (a kernel.Answer, moved bool) {
	stamped, err := kernel.Stamped(event, now)
	if err != nil {
		return kernel.Refuse(kernel.Bad("%v", err)), false
	}
	before := g.rules.State()
	if a = g.rules.Handle(stamped); !a.OK {
		return a, false
	}
	g.held = append(g.held, stamped)
	return a, !reflect.DeepEqual(before, g.rules.State())
}

// record is the events since the last call.
func (g *played) record() table.Record {
	r := table.Record{Events: g.held, Another: len(g.held) == len(g.rules.Events())}
	g.held = nil
	return r
}
