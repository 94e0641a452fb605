package turns

import (
	"bytes"
	"slices"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/replay"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/board"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/svg"
)

// tilePixels is how wide a tile is in a picture of the board.
const tilePixels = 96

// draw draws the board after the turn, or after the last.
func draw(g journal.Game, turn int) (d replay.Drawing, err error) {
	told, err := history.Read(g)
	if err != nil {
		return d, cli.Fail(err)
	}
	for _, s := range slices.Backward(told.Steps) {
		if s.Withdrawn || turn != replay.EveryTurn && s.Number != turn {
			continue
		}
		stacks := webnabit.Stacks(s)
		var b bytes.Buffer
		if err := board.SVG(&b, stacks, board.Options{Standalone: true, Ground: "#e6dfcf"}); err != nil {
			return d, cli.Fail(err)
		}
		wide, high := board.FrameOf(stacks).Size(0)
		scale := min(float64(tilePixels)/100, svg.MaxSide/max(wide, high))
		return replay.Drawing{SVG: b.Bytes(), Wide: int(wide * scale), High: int(high * scale)}, nil
	}
	return d, replay.NoTurn(turn, "turns", told.Turns())
}
