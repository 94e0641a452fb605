package tabit

import (
	"tilewatch/engine/tabit"
	"tilewatch/web/scoreboard"
)

// Lessons implements scoreboard.Teaching.
func (page) Lessons() []scoreboard.Lesson {
	const full = `[{"letters":["M","O","O","N"],"pictures":["moon","moon","moon","moon"]},{"letters":["S","T","A","T"],"pictures":["star","star","star","moon"]}]`
	return []scoreboard.Lesson{
		{Name: "goal"},
		{Name: "board", State: taught(`{"type":"cards","players":[{"letters":["M",null,"O",null],"pictures":["moon",null,null,"star"]},{"letters":[null,"T","A",null],"pictures":["star",null,"star",null]}]}`)},
		{Name: "turn"},
		{Name: "tab", State: taught(`{"type":"cards","players":` + full + `}`)},
		{Name: "points"},
		{Name: "end"},
	}
}

// taught is a game of two after these events.
func taught(events ...string) *scoreboard.State {
	table := tabit.NewTable()
	for _, e := range append([]string{`{"type":"start","players":["Ana","Ben"]}`}, events...) {
		table.Handle([]byte(e))
	}
	shown := Scoreboard(table.State().(tabit.State))
	return &shown
}
