package snag

import "tilewatch/engine/game"

// Game is SNAG.
type Game struct{}

var _ game.Game[Look] = Game{}

// Name is "snag".
func (Game) Name() string { return "snag" }

// Title is "SNAG".
func (Game) Title() string { return "SNAG" }

// Table is a table where no game has begun.
func (Game) Table(game.Words) game.Table { return table() }

// Read says what one picture means.
func (Game) Read(look Look, _ game.Words) game.Reading { return read(look) }
