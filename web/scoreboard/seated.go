package scoreboard

import (
	"cmp"
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/engine/game"
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

// Meant is the color of the player whom the event names, by name or by seat; no color if it names nobody who plays.
func (s *State) Meant(event json.RawMessage) engine.Color {
	var meant struct{ Player game.Ref }
	if json.Unmarshal(event, &meant) != nil {
		return engine.NoColor
	}
	var seats game.Seats
	for _, p := range s.Players {
		seats = append(seats, p.Name)
	}
	seat, unknown := seats.Find(meant.Player)
	if unknown != nil {
		return engine.NoColor
	}
	return s.Players[seat].Color
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
