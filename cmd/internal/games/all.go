package games

import (
	"tilewatch/engine/dabble"
	"tilewatch/engine/snag"
	eyesdabble "tilewatch/vision/dabble"
	snageyes "tilewatch/vision/snag"
)

// all are the program's games: one line each.
var all = []Game{
	nabitGame{},
	define(snag.Game{}, snageyes.Open),
	define(dabble.Game{}, eyesdabble.Open),
}
