package parts

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// place is a player before the first play.
type place struct {
	Color  engine.Color
	Called string
	Here   bool // with a phone
}

// Places are the players in the order of their turns.
func (m *Model) Places() (all []place) {
	for _, p := range m.Players {
		all = append(all, place{p.Color, m.Who(p.Color), slices.Contains(m.Seated, p.Color)})
	}
	return all
}

// Awaited says whose phones are missing, once the first one is there: a game can be played without any.
func (m *Model) Awaited() string {
	missing := slices.DeleteFunc(scoreboard.ColorsOf(m.Players), func(c engine.Color) bool { return slices.Contains(m.Seated, c) })
	switch len(missing) {
	case len(m.Players):
		return ""
	case 0:
		return m.T("lobby.all")
	}
	return m.T("lobby.missing", "who", m.Whose(missing))
}
