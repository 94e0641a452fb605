package scoreboard

import (
	"cmp"

	"tilewatch/engine"
)

// What the games have in common whose players have seats.

// AddPlayer adds the player of the next seat; one without a color has the seat's.
func (s *State) AddPlayer(p Player, won bool) {
	seat := len(s.Players) % len(engine.PlayerColors)
	p.Color = cmp.Or(p.Color, engine.PlayerColors[seat])
	s.Players = append(s.Players, p)
	if won {
		s.Winners = append(s.Winners, p.Color)
	}
}

// ColorOf is the color of the player in that seat; no color if there is none.
func (s *State) ColorOf(seat int) engine.Color {
	if seat < 0 || seat >= len(s.Players) {
		return engine.NoColor
	}
	return s.Players[seat].Color
}

// End marks a game that is over.
func (s *State) End(over bool) {
	if over {
		s.Status = Finished
	}
}
