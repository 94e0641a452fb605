package tabit

import (
	"slices"

	"tilewatch/engine/tabit"
	"tilewatch/web/scoreboard"
)

// Feats are the cards that brought the most points in a round.
func (page) Feats(steps []scoreboard.Told) (feats []scoreboard.Feat) {
	last := steps[len(steps)-1].State
	now, _ := last.Detail.(tabit.State)
	for _, round := range now.Rounds {
		for _, cards := range round.Players {
			seat := slices.IndexFunc(last.Players, func(p scoreboard.Player) bool { return p.Name == cards.Player })
			feats = scoreboard.Top(feats, scoreboard.Feat{Kind: "round", Player: last.ColorOf(seat), N: cards.Points, Words: []string{spelling(cards.Letters[:])}})
		}
	}
	return feats
}
