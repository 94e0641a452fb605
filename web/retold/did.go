package retold

import (
	"slices"
	"strings"
)

// Did is what each player did, in the order of the players.
func (g *Game) Did() []Player {
	all := make([]Player, len(g.now.Players))
	for i, p := range g.now.Players {
		all[i] = Player{Name: p.Name, Color: p.Color, Games: 1, Points: p.Total, Best: p.Total}
		if strings.EqualFold(p.Name, p.Color.String()) {
			all[i].Name = "" // nobody said another
		}
		if slices.Contains(g.now.Winners, p.Color) {
			all[i].Wins = 1
		}
	}
	for k := 1; k < len(g.Steps); k++ {
		i := slices.IndexFunc(all, func(p Player) bool { return p.Color == g.Steps[k].Player })
		if i < 0 {
			continue
		}
		all[i].Plays++
		if at, before := g.Steps[k].At, g.Steps[k-1].At; !at.IsZero() && !before.IsZero() {
			all[i].Think(at.Sub(before))
		}
	}
	return all
}
