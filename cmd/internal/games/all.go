package games

import (
	"tilewatch/cmd/internal/games/nabit"
	"tilewatch/cmd/internal/tenant"
	"tilewatch/engine/dabble"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	eyesdabble "tilewatch/vision/dabble"
	eyessnag "tilewatch/vision/snag"
	eyestabit "tilewatch/vision/tabit"
	webdabble "tilewatch/web/games/dabble"
	webnabit "tilewatch/web/games/nabit"
	websnag "tilewatch/web/games/snag"
	webtabit "tilewatch/web/games/tabit"
	"tilewatch/web/scoreboard"
)

// all are the program's games, the one that is meant where nobody names one first: one line each.
var all = []tenant.Game{
	nabit.Define(),
	tenant.Define(snag.Game{}, eyessnag.Open, tenant.Page(websnag.Scoreboard)),
	tenant.Define(dabble.Game{}, eyesdabble.Open, tenant.Page(webdabble.Scoreboard)),
	tenant.Define(tabit.Game{}, eyestabit.Open, tenant.Page(webtabit.Scoreboard)),
}

// Scoreboards are the games' pages, for web.Options: one line each. The first one draws a table where no game has begun.
var Scoreboards = []scoreboard.Game{
	webnabit.Page,
	websnag.Page,
	webdabble.Page,
	webtabit.Page,
}
