package advice

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Table is a game as it stands before the mover's turn.
type Table struct {
	Board   engine.Board
	Mover   engine.Color
	Players []engine.Color // all who play, the mover among them
	Bag     int            // tiles left in the mover's bag
	Options nabit.Options
}
