package dabble

import (
	"tilewatch/engine/dabble"
	"tilewatch/web/scoreboard"
)

// Lessons implements scoreboard.Teaching.
func (page) Lessons() []scoreboard.Lesson {
	return []scoreboard.Lesson{
		{Name: "goal"},
		{Name: "rack", State: taught(`{"type":"rack","player":0,"tiers":["AT","CUP","LAMP","STONE","CARPET"],"unused":[]}`)},
		{Name: "time", State: taught(`{"type":"rack","player":0,"tiers":["AT","CUP","LAMP","",""],"unused":["Q","Z","I"]}`)},
		{Name: "points"},
		{Name: "apostrophe"},
		{Name: "challenge"},
		{Name: "end"},
	}
}

// taught is a game of two after these events, in which every full tier is a word.
func taught(events ...string) *scoreboard.State {
	table := dabble.NewTable(nil)
	for _, e := range append([]string{`{"type":"start","players":["Ana","Ben"],"options":{"words":"challenge"}}`}, events...) {
		table.Handle([]byte(e))
	}
	shown := Scoreboard(table.State().(dabble.State))
	return &shown
}
