package table

import (
	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/web/desk"
)

// Rematch is a command: the same game by the same players, each in the seat of the last one.
const Rematch = "rematch"

// rematch is the start of that game; false where there is none.
func (d *Desk) rematch() (start desk.Command, ok bool) {
	if d.state.Life != engine.Ended || d.state.Again == nil {
		return start, false
	}
	return hosts(d.state.Again), true
}

// noRematch refuses one.
func noRematch() desk.Outcome {
	const why = "there is no game to play again: it must have ended"
	return desk.Outcome{Answer: plain(game.Refuse(game.Bad(why))), Rule: game.BadEvent, Why: why}
}
