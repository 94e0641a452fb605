package web

import (
	"strings"

	"tilewatch/engine"
	"tilewatch/web/text"
)

func title(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// names are the players' in a list.
func (s *State) names(colors []engine.Color, t *text.Texts) string {
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = s.name(c, t)
	}
	return t.List(names)
}

// name is what the player is called: by the color in the reader's language if nobody said.
func (s *State) name(c engine.Color, t *text.Texts) string {
	p := s.player(c)
	if p.Name == "" || p.Name == title(c.String()) {
		return t.Say("color." + c.String())
	}
	return p.Name
}

// player finds a player by color; the zero Player if there is none.
func (s *State) player(c engine.Color) Player {
	for _, p := range s.Players {
		if p.Color == c {
			return p
		}
	}
	return Player{Color: c, Name: title(c.String())}
}
