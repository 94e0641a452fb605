// Package games lists the program's games. A game is a package of rules below engine, of eyes below vision and of pages below web/games.
// A package here joins the three in a definition (game.Game), and all.go has one line for it.
package games

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/letters"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// Default is the game to use if none is named.
func Default() string { return all[0].Name }

// Names are what --game takes.
func Names() []string {
	var names []string
	for _, g := range all {
		names = append(names, g.Name)
	}
	return names
}

// Find is the game of that name.
func Find(name string) (game.Game, error) {
	i := slices.IndexFunc(all, func(g game.Game) bool { return g.Name == name })
	if i < 0 {
		return game.Game{}, fmt.Errorf("no such game %q: use --game %s", name, strings.Join(Names(), ", "))
	}
	return all[i], nil
}

// Letters are the eyes that know a game's tiles among letter tiles of any make, with the words of that list.
func Letters(words *lexicon.Lexicon) (eyes []letters.Game) {
	for _, g := range all {
		if g.Letters != nil {
			eyes = append(eyes, g.Letters(words))
		}
	}
	return eyes
}

// Scoreboards are what draws the games' pages, for web.Options.
func Scoreboards() []scoreboard.Game {
	var pages []scoreboard.Game
	for _, g := range all {
		pages = append(pages, g.Page(nil).Drawn)
	}
	return pages
}

// Pages are the games for the pages of what was played.
type Pages struct{}

// Rules is a table of that game, with its own words; nil if there is no such game.
func (Pages) Rules(name string) kernel.Table {
	g, err := Find(name)
	if err != nil {
		return nil
	}
	return g.Again()
}

// Retold implements after.Games.
func (Pages) Retold(stored journal.Game) (retold.Kept, error) {
	g, err := Find(stored.Kind)
	if err != nil {
		return nil, nil
	}
	return g.Retold(stored)
}

// Drawn draws that game, or without a name the first; nil if there is no such game.
func (Pages) Drawn(name string) scoreboard.Game {
	g, err := Find(cmp.Or(name, Default()))
	if err != nil {
		return nil
	}
	return g.Page(nil).Drawn
}
