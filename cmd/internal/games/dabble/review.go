package dabble

import (
	"tilewatch/cmd/internal/game"
	rules "tilewatch/engine/dabble"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	page "tilewatch/web/games/dabble"
	"tilewatch/web/retold"
)

// review is what each rack of a game had, and what it could have had.
func review(g game.Game, stored journal.Game, words func(language string) (*lexicon.Lexicon, error)) ([]game.Rack, error) {
	kept, err := g.Retold(stored)
	if err != nil {
		return nil, err
	}
	told := kept.(*retold.Game) // DABBLE brings no other
	s, _ := told.State().Detail.(rules.State)
	list, err := words(page.Words(s).Name())
	if err != nil {
		return nil, err
	}
	builder := rules.NewBuilder(list)
	var all []game.Rack
	for _, round := range page.Rounds(told.Steps) {
		for _, r := range round.Racks {
			rack := game.Rack{Round: round.Number, Player: r.Player, Words: append([]string{}, r.Words()...), Points: r.Points}
			if better, found := builder.Better(r.Rack); found {
				rack.Best, rack.BestPoints = better.Words(), better.Points
			}
			all = append(all, rack)
		}
	}
	return all, nil
}
