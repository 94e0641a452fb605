package web

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Nabit is a NAB-IT! board as a State: players in the order of the scores, by their names (a color's own name
// where names has none), the board, and its words with their controllers. The caller adds what is not on the
// board: Status, Turn, Next, LastTurn, Question.
func Nabit(b engine.Board, scores []nabit.Score, names map[engine.Color]string) State {
	s := State{Game: "nabit", Status: Live}
	for _, score := range scores {
		s.Players = append(s.Players, Player{
			Color: score.Color, Name: names[score.Color],
			Words: score.Words, Banked: score.Banked, Out: score.Out, Total: score.Total,
		})
	}
	for _, p := range b.Places() {
		s.Board = append(s.Board, Cell{Place: p, Cell: b[p]})
	}
	for _, w := range nabit.ControlledWords(b) {
		s.Words = append(s.Words, Word{Word: w.Word, Controllers: w.Controllers})
	}
	return s
}

// NabitTurn is a play as a scoreboard tells it, for State.LastTurn. nabbed is what the rules say it nabbed.
func NabitTurn(number int, p nabit.Play, nabbed []nabit.Nab) *Turn {
	t := &Turn{Number: number, Kind: Played, Player: p.Color}
	for _, tile := range p.Placements {
		t.Placements = append(t.Placements, Placement{Place: tile.Place, Letter: tile.Letter, Height: tile.Height, Blank: tile.Blank})
	}
	for _, n := range nabbed {
		t.Nabbed = append(t.Nabbed, Nab{Word: n.Word, From: n.From})
	}
	return t
}
