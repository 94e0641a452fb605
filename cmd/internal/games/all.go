package games

import (
	"tilewatch/engine/dabble"
	eyesdabble "tilewatch/vision/dabble"
)

// all are the program's games: one line each.
var all = []Game{
	nabitGame{},
	define(dabble.Game{}, eyesdabble.Open),
}
