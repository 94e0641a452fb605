package games

import (
	"tilewatch/engine/dabble"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	eyesdabble "tilewatch/vision/dabble"
	snageyes "tilewatch/vision/snag"
	eyestabit "tilewatch/vision/tabit"
	webdabble "tilewatch/web/games/dabble"
	webnabit "tilewatch/web/games/nabit"
	websnag "tilewatch/web/games/snag"
	webtabit "tilewatch/web/games/tabit"
	"tilewatch/web/scoreboard"
)

// Pages are the games' pages, for web.Options: one line each. The first one draws a table where no game has begun.
var Pages = []scoreboard.Game{
	webnabit.Page,
	websnag.Page,
	webdabble.Page,
	webtabit.Page,
}

// all are the program's games: one line each.
var all = []Game{
	nabitGame{},
	define(snag.Game{}, snageyes.Open, page(websnag.Scoreboard)),
	define(dabble.Game{}, eyesdabble.Open, page(webdabble.Scoreboard)),
	define(tabit.Game{}, eyestabit.Open, page(webtabit.Scoreboard)),
}
