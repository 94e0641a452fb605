package nabit

import (
	"slices"

	"tilewatch/engine"
)

// rematch has the same people play again. The youngest starts once more, as the sheet says; where the table agreed on somebody, or drew lots,
// it is the next one's turn to start.
func rematch(p position) (people any, starter engine.Color) {
	if len(p.players) < 2 {
		return nil, engine.NoColor
	}
	players := p.players
	if p.options.Start != Youngest {
		players = append(slices.Clone(players[1:]), players[0])
	}
	return struct {
		Players []engine.Color          `json:"players"`
		Names   map[engine.Color]string `json:"names,omitempty"`
	}{players, p.names}, players[0]
}
