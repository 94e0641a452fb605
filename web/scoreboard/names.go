package scoreboard

import (
	"strings"

	"tilewatch/engine"
	"tilewatch/web/text"
)

// Title begins a word with a capital letter.
func Title(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Outcome is who has won a game that is over, in words: nobody where nobody has a point.
func (s *State) Outcome(t *text.Texts) string {
	switch {
	case len(s.Winners) > 0:
		return t.Say("over.wins", "n", len(s.Winners), "who", s.NamesOf(s.Winners, t))
	case len(s.Players) > 0:
		return t.Say("over.nobody")
	}
	return t.Say("over")
}

// NamesOf are the players' in a list.
func (s *State) NamesOf(colors []engine.Color, t *text.Texts) string {
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = s.NameOf(c, t)
	}
	return t.List(names)
}

// NameOf is what the player is called: by the color in the reader's language if nobody said.
func (s *State) NameOf(c engine.Color, t *text.Texts) string {
	p := s.PlayerOf(c)
	if p.Name == "" || p.Name == Title(c.String()) {
		return t.Say("color." + c.String())
	}
	return p.Name
}

// PlayerOf finds a player by color; the zero Player if there is none.
func (s *State) PlayerOf(c engine.Color) Player {
	for _, p := range s.Players {
		if p.Color == c {
			return p
		}
	}
	return Player{Color: c, Name: Title(c.String())}
}

// ColorsOf lists the players' colors in their order.
func ColorsOf(players []Player) []engine.Color {
	colors := make([]engine.Color, len(players))
	for i, p := range players {
		colors[i] = p.Color
	}
	return colors
}
