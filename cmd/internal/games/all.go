package games

import (
	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games/dabble"
	"tilewatch/cmd/internal/games/nabit"
	"tilewatch/cmd/internal/games/snag"
	"tilewatch/cmd/internal/games/tabit"
)

// all are the program's games: one line each. The first is the default, and draws a table before any game has begun.
var all = []game.Game{
	nabit.Define(),
	snag.Define(),
	dabble.Define(),
	tabit.Define(),
}
