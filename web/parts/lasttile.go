package parts

import "tilewatch/web/scoreboard"

// GoesOut reports whether the game rewards who plays the last tile.
func (m *Model) GoesOut() bool { return GoesOut(m.by) }

// GoesOut reports whether the game rewards who plays the last tile; it says so by a method of that name.
func GoesOut(by scoreboard.Game) bool {
	game, says := by.(interface{ GoesOut() bool })
	return says && game.GoesOut()
}
