package sheets

import (
	"tilewatch/engine"
	"tilewatch/web/scoreboard"
)

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
