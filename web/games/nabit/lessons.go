package nabit

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/scoreboard"
)

// Lessons implements scoreboard.Teaching.
func (page) Lessons() []scoreboard.Lesson {
	first := lay(engine.Yellow, 0, 0, false, "GAME")
	stacked := lay(engine.Green, 0, 0, true, "TRY")
	return []scoreboard.Lesson{
		{Name: "goal"},
		{Name: "turn", State: taught(first)},
		{Name: "stack", State: taught(first, stacked)},
		{Name: "control", State: taught(first, stacked, lay(engine.Yellow, 2, 1, false, "ES"))},
		{Name: "bank"},
		{Name: "challenge"},
		{Name: "end"},
	}
}

// lay is a play of tiles in a line.
func lay(by engine.Color, row, col int, down bool, letters string) nabit.Event {
	e := nabit.Event{Type: nabit.Played, Player: by}
	for i := range letters {
		at := engine.Place{Row: row, Col: col + i}
		if down {
			at = engine.Place{Row: row + i, Col: col}
		}
		e.Placements = append(e.Placements, nabit.Placement{Place: at, Letter: engine.Letter(letters[i])})
	}
	return e
}

// taught is a game of yellow and green after these plays.
func taught(plays ...nabit.Event) *scoreboard.State {
	game := nabit.New(nil)
	game.Apply(nabit.Event{Type: nabit.Start, Players: []engine.Color{engine.Yellow, engine.Green}})
	for _, play := range plays {
		game.Apply(play)
	}
	s := game.State()
	shown := scoreboard.Complete(Laid(s.Board, s.Scores, nil), nil, Page)
	return &shown
}
