package scoreboard

import (
	"fmt"
	"slices"
	"strconv"

	"tilewatch/engine"
	"tilewatch/web/text"
)

// Complete fills in what follows from a state and the one at the end of the turn before: ranks and points won, and what the
// game itself knows. The caller's slices are copied, not changed. before is nil where that turn was not seen.
func Complete(s State, before *State, by Game) State {
	if s.Status == "" {
		s.Status = Waiting
	}
	if s.Life == "" { // its game does not say
		s.Life = engine.Marks{}.LifeOf(s.Turn > 0, s.Status == Finished)
	}
	s.Players = ranked(s.Players, s.Winners)
	if s.LastTurn != nil {
		turn := *s.LastTurn
		if turn.Kind == "" {
			turn.Kind = Played
		}
		s.LastTurn = &turn
		if before != nil {
			for i := range s.Players {
				s.Players[i].Delta = s.Players[i].Total - before.PlayerOf(s.Players[i].Color).Total
			}
		}
	}
	s = by.Complete(s, before)
	if s.LastTurn != nil && s.LastTurn.Text == "" {
		s.LastTurn.Text = by.Sentence(&s, text.For(text.Default))
	}
	return s
}

// ranked copies the players with their names and ranks.
func ranked(players []Player, winners []engine.Color) []Player {
	out := append([]Player{}, players...)
	for i := range out {
		if out[i].Name == "" {
			out[i].Name = Title(out[i].Color.String())
		}
		out[i].Rank = rankOf(out[i], out, winners)
	}
	return out
}

// rankOf counts who stands above the player. Of those with equal totals the winners do, if a tie was broken.
func rankOf(p Player, all []Player, winners []engine.Color) int {
	rank := 1
	won := slices.Contains(winners, p.Color)
	for _, q := range all {
		if q.Total > p.Total || q.Total == p.Total && !won && slices.Contains(winners, q.Color) {
			rank++
		}
	}
	return rank
}

// Place is a rank as people read it: "1", or "=2" where several share it.
func Place(rank int, shared bool) string {
	if shared {
		return fmt.Sprintf("=%d", rank)
	}
	return strconv.Itoa(rank)
}
