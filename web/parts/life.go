package parts

import (
	"cmp"
	"slices"

	"tilewatch/web/scoreboard"
)

// GoesOut reports whether the game rewards who plays the last tile.
func (m *Model) GoesOut() bool { return GoesOut(m.by) }

// GoesOut reports whether the game rewards who plays the last tile; it says so by a method of that name.
func GoesOut(by scoreboard.Game) bool {
	game, says := by.(interface{ GoesOut() bool })
	return says && game.GoesOut()
}

// Starts is who starts if the same players play again; empty where they cannot.
func (m *Model) Starts() string {
	if m.Again == nil || len(m.Players) < 2 {
		return ""
	}
	return m.Who(m.Players[1].Color)
}

// eveningRow is a player of the evening.
type eveningRow struct {
	scoreboard.EveningPlayer
	Called string
}

// EveningRows are the evening's players, most wins first.
func (m *Model) EveningRows() []eveningRow {
	var rows []eveningRow
	for _, p := range m.Evening.Players {
		rows = append(rows, eveningRow{p, m.Who(p.Color)})
	}
	slices.SortStableFunc(rows, func(a, b eveningRow) int {
		return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(b.Points, a.Points))
	})
	return rows
}
