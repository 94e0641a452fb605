package follow_test

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/reading/madeup"
)

// In another light a tile may look like another player's. It still shows its letter, which no tile that covers it may show: nobody laid one.
func TestATileThatOnlyLooksLikeAnotherPlayersWasNotLaid(t *testing.T) {
	for _, camera := range []madeup.Camera{madeup.Top, madeup.Oblique} {
		for col, letter := range "GAMES" {
			for _, color := range []engine.Color{green, purple} {
				table := newTable(red, green)
				table.camera = camera
				table.lay(red, 0, 0, "GAMES").see(8).lay(green, 1, 0, "|O").see(8).lay(red, 2, 0, "|T").see(8)
				table.reported()
				at := engine.Place{Col: col}
				looks := table.board[at]
				looks.Color = color
				table.put(with(table.board, at, looks))
				if got := table.see(20).reported(); got != "" {
					t.Errorf("the %c looks %v: told %q", letter, color, got)
				}
				if got := table.lay(green, 3, 0, "|H").see(20).reported(); got != "play green GOTH" {
					t.Errorf("the %c looks %v, then an H is laid: told %q", letter, color, got)
				}
			}
		}
	}
}
