package sheets

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

// ofSender are the values of the address, with the sender's own seat as its number.
func ofSender(a Asked, players []scoreboard.Player) url.Values {
	own := slices.Index(scoreboard.ColorsOf(players), a.Seat)
	if a.Values.Get("seat") != "own" || own < 0 {
		return a.Values
	}
	values := maps.Clone(a.Values)
	values.Set("seat", strconv.Itoa(own))
	return values
}

// seat is a place that a game's camera sees, and what lies there in words.
type seat struct {
	Place, Called, Lying string
}

// Seats are the places at the table. A game whose people sit by them says which there are, by a method Places.
func (m *model) Seats() (all []seat) {
	game, asks := m.Game.(interface {
		Places(s *scoreboard.State, look scoreboard.Look) (places, lying []string)
	})
	if !asks {
		return nil
	}
	places, lying := game.Places(m.State, m.Look)
	for i, place := range places {
		all = append(all, seat{place, m.T(m.Game.Name() + ".seat." + place), lying[i]})
	}
	return all
}

// Palette are the colors that a player may have. Where they are those of the tiles (OwnTiles), two players change theirs.
func (m *model) Palette() []engine.Color {
	if game, says := m.Game.(interface{ OwnTiles() bool }); says && game.OwnTiles() {
		return scoreboard.ColorsOf(m.Players)
	}
	return engine.PlayerColors[:]
}
