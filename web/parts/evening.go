package parts

import (
	"cmp"
	"slices"

	"tilewatch/web/scoreboard"
)

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
