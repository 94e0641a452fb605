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
	"tilewatch/web"
)

// all are the program's games, the one that is meant where nobody names one first: one line each.
var all = []tenant.Game{
	nabit.Define(),
	tenant.Define(snag.Game{}, eyessnag.Open, tenant.Page(web.Snag)),
	tenant.Define(dabble.Game{}, eyesdabble.Open, tenant.Page(web.Dabble)),
	tenant.Define(tabit.Game{}, eyestabit.Open, tenant.Page(web.Tabit)),
}
