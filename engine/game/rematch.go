package game

import (
	"encoding/json"

	"tilewatch/engine"
)

// Rematcher is a Table that knows who plays the next game.
type Rematcher interface {
	// Rematch is the start of the next game of the same people, and the color of who starts it; no color where nobody does.
	Rematch() (start json.RawMessage, starter engine.Color)
}

// rematch is the start of another game by the house rules of the last one's start. people are fields that say who plays, where they sit, and
// who starts.
func rematch(last json.RawMessage, people any) json.RawMessage {
	old, start := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if json.Unmarshal(last, &old) != nil || json.Unmarshal(quoted(people), &start) != nil {
		return nil
	}
	for _, stays := range []string{"type", "game", "options"} { // all else was of that game alone
		if old[stays] != nil {
			start[stays] = old[stays]
		}
	}
	return quoted(start)
}

// Rematch implements Rematcher.
func (f *Fold[P]) Rematch() (json.RawMessage, engine.Color) {
	switch {
	case len(f.line) == 0:
		return nil, engine.NoColor
	case f.rules.Rematch != nil:
		people, starter := f.rules.Rematch(f.now())
		if people == nil {
			return nil, engine.NoColor
		}
		return rematch(f.events[0], people), starter
	case f.rules.Seating == nil:
		return nil, engine.NoColor
	}
	p := f.now()
	s := *f.rules.Seating(&p)
	people := struct {
		Players Seats          `json:"players"`
		Colors  []engine.Color `json:"colors"`
		Seats   []string       `json:"seats,omitempty"`
		Player  string         `json:"player,omitempty"` // who starts
	}{Players: s.Players, Colors: s.Colors}
	if f.rules.Where != nil {
		people.Seats = f.rules.Where(p)
	} else if f.rules.Places != nil {
		people.Seats = s.Where(f.rules.Places)
	}
	starter := engine.NoColor
	if f.rules.Starter != nil {
		seat := f.rules.Starter(p)
		people.Player, starter = s.Players[seat], s.Colors[seat]
	}
	return rematch(f.events[0], people), starter
}

var _ Rematcher = (*Fold[int])(nil)
