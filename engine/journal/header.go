package journal

import (
	"encoding/json"
	"time"
)

// Usable is the header, or one made from the game's first event where it cannot be.
func (h Header) Usable(game string, events []Event) Header {
	if h, err := h.Checked(); err == nil {
		return h
	}
	return recovered(game, events)
}

// recovered is a header for a game whose own is gone.
func recovered(game string, events []Event) Header {
	h := Header{Game: game, Kind: "nabit", Title: "Recovered game", Created: time.Now()} // the game that was there first: its start need not name it
	if len(events) == 0 {
		return h
	}
	first := events[0]
	h.Created, h.Title = first.Time, h.Title+first.Time.Local().Format(", 2 January 2006, 15:04")
	var start struct {
		Game    string
		Players []string
	}
	_ = json.Unmarshal(first.Payload, &start) // what it holds of these counts
	if IsID(start.Game) {
		h.Kind = start.Game
	}
	named := h
	named.Players = start.Players
	if _, err := named.Checked(); err != nil {
		return h
	}
	return named
}
