package history

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Decision is how a game was won.
type Decision struct {
	Winners []engine.Color
	// Tied are those with the highest total, if there are several; then By was counted of each of them, and Counts are
	// theirs, in the same order.
	Tied   []engine.Color
	By     nabit.TieBreak
	Counts []int
	// Shared: even that was equal, so all of the winners win.
	Shared bool
}

// Decide says who wins with these scores, and why.
func Decide(scores []nabit.Score, o nabit.Options) Decision {
	d := Decision{Winners: o.Winners(scores), By: o.TieBreak}
	if d.By == "" {
		d.By = nabit.TopTiles
	}
	if len(scores) == 0 {
		return d
	}
	best := slices.MaxFunc(scores, func(a, b nabit.Score) int { return a.Total - b.Total }).Total
	for _, s := range scores {
		if s.Total == best {
			d.Tied, d.Counts = append(d.Tied, s.Color), append(d.Counts, s.Breaks(d.By))
		}
	}
	if len(d.Tied) == 1 {
		d.Tied, d.Counts = nil, nil
	}
	d.Shared = len(d.Winners) > 1
	return d
}

// Decision is how this game was won; without winners while it goes on.
func (g *Game) Decision() Decision {
	d := Decide(g.Scores(), g.State.Options)
	if !g.Over() {
		d.Winners, d.Shared = nil, false
	}
	return d
}
