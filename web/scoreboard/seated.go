package scoreboard

import "tilewatch/engine"

// What the games have in common whose players have seats, and no colors of their own.

// SeatColor is the color of a player whose game has none.
func SeatColor(seat int) engine.Color { return engine.PlayerColors[seat%len(engine.PlayerColors)] }

// AddPlayer adds the player of the next seat.
func (s *State) AddPlayer(name string, total int, won bool) {
	p := Player{Color: SeatColor(len(s.Players)), Name: name, Total: total}
	s.Players = append(s.Players, p)
	if won {
		s.Winners = append(s.Winners, p.Color)
	}
}

// End marks a game that is over.
func (s *State) End(over bool) {
	if over {
		s.Status = Finished
	}
}
