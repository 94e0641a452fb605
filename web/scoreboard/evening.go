package scoreboard

import (
	"slices"
	"strings"

	"tilewatch/engine"
)

// Evening is what the same players have won in one game after another.
type Evening struct {
	Games   int             `json:"games"` // that have ended
	Players []EveningPlayer `json:"players"`
}

// EveningPlayer is one of them.
type EveningPlayer struct {
	Color  engine.Color `json:"color"` // in the newest game
	Name   string       `json:"name"`
	Won    int          `json:"won"` // games, shared ones too
	Points int          `json:"points"`
}

// NewEvening is an evening of these players without games.
func NewEvening(players []Player) *Evening {
	e := &Evening{Players: []EveningPlayer{}}
	for _, p := range players {
		e.Players = append(e.Players, EveningPlayer{Color: p.Color, Name: p.Name})
	}
	return e
}

// key is the same for a player in all games.
func key(color engine.Color, name string) string {
	if name == "" || strings.EqualFold(name, color.String()) {
		return color.String()
	}
	return "name " + engine.NameKey(name)
}

// Of reports whether these are the evening's players, however they sit.
func (e *Evening) Of(players []Player) bool {
	return len(players) == len(e.Players) && !slices.ContainsFunc(players, func(p Player) bool { return e.seat(p) < 0 })
}

func (e *Evening) seat(p Player) int {
	return slices.IndexFunc(e.Players, func(o EveningPlayer) bool { return key(o.Color, o.Name) == key(p.Color, p.Name) })
}

// Add counts a game that has ended.
func (e *Evening) Add(s State) {
	e.Games++
	for _, p := range s.Players {
		i := e.seat(p)
		if e.Players[i].Points += p.Total; slices.Contains(s.Winners, p.Color) {
			e.Players[i].Won++
		}
	}
}
