package nabit

import (
	"cmp"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/web/scoreboard"
)

// Scoreboard is a game as a State. The caller adds what the rules do not know, like the Status while the game goes on.
func Scoreboard(g nabit.State) scoreboard.State {
	scores := g.Everyone()
	if g.Open { // whoever joins finds a place among the others
		slices.SortFunc(scores, func(a, b nabit.Score) int { return cmp.Compare(a.Color, b.Color) })
	}
	s := Laid(g.Board, scores, g.Names)
	c := s.Crossword()
	for i, stack := range c.Board {
		if layers := layersOf(g, stack.Place); stack.Height > 1 && len(layers) == stack.Height {
			c.Board[i].Layers = layers
		}
	}
	s.Turn, s.Next, s.Life = g.Turn, g.Next, g.Life
	if !g.Over {
		s.Next = g.LikelyNext()
	}
	if g.Life == engine.Ended {
		s.Status, s.Winners = scoreboard.Finished, g.Winners
	}
	c.MayBank, c.Challengeable, c.Hands, c.MustPlay = g.MayBank, g.Challengeable, supplies(g), g.MustPlay
	if g.Last != nil {
		if g.Last.Challenge != nil { // they have been judged
			c.Challengeable = nil
		}
		s.LastTurn, c.Unseen = lastTurn(*g.Last), unseen(g.Turns)
	}
	s.Detail = c
	return s
}

// supplies are where the players' tiles are, if that is known.
func supplies(g nabit.State) []scoreboard.Supply {
	var out []scoreboard.Supply
	for _, h := range g.Hands {
		if h.Rack+h.Bag == 0 && !g.Over {
			return nil // taken up under way: nobody counts
		}
		out = append(out, scoreboard.Supply{Color: h.Color, Rack: h.Rack, Bag: h.Bag, Silent: h.Bag == 0 && h.Rack > 0 && !h.Announced && !g.Over})
	}
	return out
}

// layersOf are the colors of the stack's tiles, the lowest first, as far as they are known.
func layersOf(g nabit.State, at engine.Place) []engine.Color {
	var layers []engine.Color
	for _, c := range g.Start {
		if c.Place == at {
			layers = append(layers, c.Color) // with more below it the stack stays unknown
		}
	}
	for _, t := range g.Turns {
		if t.Kind == nabit.Played && !t.Withdrawn && slices.ContainsFunc(t.Placements, func(p nabit.Placement) bool { return p.Place == at }) {
			layers = append(layers, t.Player)
		}
	}
	return layers
}

// shownKinds are what pages call the kinds of turn; another one was skipped.
var shownKinds = map[nabit.Type]string{nabit.Played: scoreboard.Played, nabit.Exchanged: scoreboard.Exchanged, nabit.Passed: scoreboard.Passed}

// lastTurn is the turn as the scoreboard shows it.
func lastTurn(t nabit.Turn) *scoreboard.Turn {
	if kind := shownKinds[t.Kind]; t.Withdrawn || kind != scoreboard.Played {
		if t.Withdrawn {
			kind = scoreboard.Withdrawn
		}
		return &scoreboard.Turn{Number: t.Number, Kind: cmp.Or(kind, scoreboard.Skipped), Player: t.Player}
	}
	shown := TurnOf(t.Number, nabit.Play{Color: t.Player, Placements: t.Placements}, t.Nabbed)
	if shown.Missed = t.Missed; t.Banked {
		shown.Banked = 1
	}
	return shown
}

// unseen are the turns before the last that nobody saw, the newest first.
func unseen(turns []nabit.Turn) []scoreboard.Unseen {
	var out []scoreboard.Unseen
	for i := len(turns) - 2; i >= 0 && turns[i].Kind == nabit.Skipped; i-- {
		out = append(out, scoreboard.Unseen{Turn: turns[i].Number, Player: turns[i].Player})
	}
	return out
}
