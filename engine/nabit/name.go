package nabit

import (
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"tilewatch/engine"
)

// longestName is how many characters a player's name may have.
const longestName = 24

// name renames a player. It does not change the game.
func (p position) name(e Event) (position, outcome) {
	name := strings.TrimSpace(e.Name)
	switch {
	case !isPlayer(e.Player) || p.seat(e.Player) < 0 && !p.open:
		return p, impossible(badEvent("name needs a player of this game"))
	case !utf8.ValidString(name) || utf8.RuneCountInString(name) > longestName || strings.ContainsFunc(name, unicode.IsControl):
		return p, impossible(badEvent("names have 1 to %d characters", longestName))
	}
	names := maps.Clone(p.names)
	if names == nil {
		names = map[engine.Color]string{}
	}
	if names[e.Player] = name; name == "" {
		delete(names, e.Player)
	}
	p.names = names
	return p, outcome{}
}

// sit has two people change colors: each goes on with the other's tiles.
func (p position) sit(e Event) (position, outcome) {
	for _, c := range [...]engine.Color{e.Player, e.Color} {
		if !isPlayer(c) || p.seat(c) < 0 && !p.open {
			return p, impossible(badEvent("sit needs a player of this game, and the color of one"))
		}
	}
	names := map[engine.Color]string{}
	for c, name := range p.names {
		switch c {
		case e.Player:
			c = e.Color
		case e.Color:
			c = e.Player
		}
		names[c] = name
	}
	p.names = names
	return p, outcome{}
}
