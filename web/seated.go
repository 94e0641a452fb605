package web

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"tilewatch/engine"
	"tilewatch/web/board"
)

// What the games have in common whose players have seats, and no colors of their own.

// seatColor is the color of a player whose game has none.
func seatColor(seat int) engine.Color { return engine.PlayerColors[seat%len(engine.PlayerColors)] }

// seat adds the player of the next seat.
func (s *State) seat(name string, total int, won bool) {
	p := Player{Color: seatColor(len(s.Players)), Name: name, Total: total}
	s.Players = append(s.Players, p)
	if won {
		s.Winners = append(s.Winners, p.Color)
	}
}

// ended marks a game that is over.
func (s *State) ended(over bool) {
	if over {
		s.Status = Finished
	}
}

// partsNamed draws a game's own templates of every place: those named "snag-head", "snag-turn" and so on.
func partsNamed(m any, game string) map[string]template.HTML {
	var names []string
	for _, place := range []string{"head", "turn", "players", "board", "last", "words", "tools", "notes"} {
		names = append(names, game+"-"+place)
	}
	named := map[string]template.HTML{}
	for name, html := range draw(m, names...) {
		named[strings.TrimPrefix(name, game+"-")] = html
	}
	return named
}

// meter is how far a player has come: a bar in the player's color that is full at whole.
func meter(p Player, n, whole int) template.HTML {
	const width = 300
	wide := min(width, width*max(n, 0)/max(whole, 1))
	return template.HTML(fmt.Sprintf(`<svg class="points" viewBox="0 0 %d 12" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect width="%d" height="12" rx="6" fill="currentColor" fill-opacity=".14"/><rect class="f-%s" fill="%s" width="%d" height="12" rx="6"/></svg>`,
		width, width, p.Color, board.InkOf(p.Color).Fill, wide))
}

// JSON is a text as it stands in a command.
func (m *Model) JSON(text string) string {
	data, err := json.Marshal(text)
	if err != nil { // texts marshal
		return `""`
	}
	return string(data)
}
