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
