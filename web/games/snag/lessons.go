package snag

import (
	"fmt"

	"tilewatch/engine/snag"
	"tilewatch/web/scoreboard"
)

// Lessons implements scoreboard.Teaching.
func (page) Lessons() []scoreboard.Lesson {
	return []scoreboard.Lesson{
		{Name: "goal"},
		{Name: "turn", State: taught(34, 52)},
		{Name: "run", State: taught(61, 72, 94, 83)},
		{Name: "lines", State: taught(4, 14, 24, 44, 23, 45, 56, 67, 34)},
		{Name: "call"},
		{Name: "end"},
	}
}

// taught is a game of two after these tiles, of which nobody has called a run.
func taught(numbers ...int) *scoreboard.State {
	table := snag.Game{}.Table(nil)
	table.Handle([]byte(`{"type":"start","players":["Ana","Ben"]}`))
	for _, n := range numbers {
		table.Handle(fmt.Appendf(nil, `{"type":"place","number":%d,"seen":true}`, n))
	}
	shown := Scoreboard(table.State().(snag.State))
	return &shown
}
