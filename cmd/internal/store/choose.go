package store

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/engine/journal"
)

// lastGame names the game that was changed last.
const lastGame = "last"

// Find is the game that the text names: by its whole name, its beginning, or as the last one.
func Find(games []journal.Info, name string) (journal.Info, error) {
	if name == lastGame && len(games) > 0 {
		return games[len(games)-1], nil
	}
	var found []journal.Info
	for _, g := range games {
		if g.Game == name {
			return g, nil
		}
		if strings.HasPrefix(g.Game, name) && name != "" {
			found = append(found, g)
		}
	}
	switch len(found) {
	case 0:
		return journal.Info{}, fmt.Errorf("no such game %q: \"tilewatch games list\" names them, \"last\" is the newest", name)
	case 1:
		return found[0], nil
	}
	return journal.Info{}, fmt.Errorf("%q may be %q or %q: name more of it", name, found[0].Game, found[1].Game)
}

// Chosen are the games that the arguments name; all without arguments.
func Chosen(games []journal.Info, names []string) ([]journal.Info, error) {
	if len(names) == 0 {
		return games, nil
	}
	var list []journal.Info
	for _, name := range names {
		g, err := Find(games, name)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list, func(o journal.Info) bool { return o.Game == g.Game }) {
			list = append(list, g)
		}
	}
	return list, nil
}
