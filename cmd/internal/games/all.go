package games

import (
	"tilewatch/engine/dabble"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	eyesdabble "tilewatch/vision/dabble"
	snageyes "tilewatch/vision/snag"
	eyestabit "tilewatch/vision/tabit"
	"tilewatch/web"
)

// all are the program's games: one line each.
var all = []Game{
	nabitGame{},
	define(snag.Game{}, snageyes.Open, page(web.Snag)),
	define(dabble.Game{}, eyesdabble.Open, page(web.Dabble)),
	define(tabit.Game{}, eyestabit.Open, page(web.Tabit)),
}
