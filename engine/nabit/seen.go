package nabit

import (
	"cmp"
	"slices"

	"tilewatch/engine"
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
	if !s.Open {
		return s.Scores
	}
	all := slices.Clone(s.Scores)
	for _, score := range Scores(s.Board, nil, engine.NoColor, nil) {
		if !slices.ContainsFunc(all, func(o Score) bool { return o.Color == score.Color }) {
			all = append(all, score)
		}
	}
	slices.SortFunc(all, func(a, b Score) int { return cmp.Compare(a.Color, b.Color) })
	return all
}
