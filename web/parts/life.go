package parts

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// GoesOut reports whether the game rewards who plays the last tile.
func (m *Model) GoesOut() bool { return GoesOut(m.by) }

// GoesOut reports whether the game rewards who plays the last tile; it says so by a method of that name.
func GoesOut(by scoreboard.Game) bool {
	game, says := by.(interface{ GoesOut() bool })
	return says && game.GoesOut()
}

// PlayAgain is what the button for another game of the same players says: who starts it, where anybody does. Empty: there is none.
func (m *Model) PlayAgain() string {
	switch {
	case m.Again == nil:
		return ""
	case m.Starts == engine.NoColor:
		return m.T("life.again")
	}
	return m.T("life.rematch", "who", m.Who(m.Starts))
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
