package nabit

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// LikelyNext is who plays next. Where nobody said in which order the players sit, it is who came after the last one before; NoColor before
// the second round.
func (s State) LikelyNext() engine.Color {
	if s.Next != engine.NoColor {
		return s.Next
	}
	turns := s.Turns
	if n := len(turns); n > 0 && turns[n-1].Withdrawn {
		return turns[n-1].Player
	}
	turns = slices.DeleteFunc(slices.Clone(turns), func(t Turn) bool { return t.Withdrawn })
	for i := len(turns) - 2; i >= 0; i-- {
		if last := turns[len(turns)-1].Player; turns[i].Player == last && turns[i+1].Player != last {
			return turns[i+1].Player
		}
	}
	return engine.NoColor
}

// Everyone are the Scores, with those of colors whose tiles lie on the board though nobody named them as players and nobody has seen them
// play: the game was running before the watch began.
func (s State) Everyone() []Score {
	all := slices.Clone(s.Scores)
	for _, score := range Scores(s.Board, nil, engine.NoColor, nil) {
		if s.Open && !slices.ContainsFunc(all, func(o Score) bool { return o.Color == score.Color }) {
			all = append(all, score)
		}
	}
	return all
}

// Standings implements game.Stander: players are called by their colors.
func (s State) Standings() game.Standings {
	st := game.Standings{Over: s.Life == engine.Ended, Next: s.Next.String(), Scores: s.Everyone()}
	for _, score := range s.Everyone() {
		st.Players = append(st.Players, game.Standing{Player: score.Color.String(), Total: score.Total, Won: st.Over && slices.Contains(s.Winners, score.Color)})
	}
	return st
}
