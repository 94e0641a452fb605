package nabit

import (
	"slices"

	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/retold"
)

// Did is what each player did, in the order of the players.
func (g *told) Did() []retold.Player {
	winners, scores := g.Decision().Winners, g.Scores()
	all := make([]retold.Player, len(scores))
	for i, s := range scores {
		all[i] = retold.Player{Name: g.Game.Name(s.Color), Color: s.Color, Games: 1, Points: s.Total, Best: s.Total, Banked: s.Banked}
		if slices.Contains(winners, s.Color) {
			all[i].Wins = 1
		}
		for _, step := range g.Steps {
			if step.Player == s.Color {
				count(&all[i], step)
			}
		}
	}
	return all
}

func count(p *retold.Player, s history.Step) {
	p.Think(s.Took)
	if s.Withdrawn {
		p.Lost++
		return
	}
	if s.Kind != nabit.Played {
		return
	}
	p.Plays++
	p.Words += len(s.Turn.Words)
	p.Nabs += len(s.Nabbed)
	for _, w := range s.Turn.Words {
		p.Longest = retold.Longer(p.Longest, w)
	}
}
