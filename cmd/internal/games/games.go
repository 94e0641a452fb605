// Package games lists the program's games and gives the commands one way to use each: rules for events, readings of
// photos, lines for films. A game is a package of rules below engine, a profile of how it is seen below vision, and
// one line in all.go. NAB-IT! came first and has commands of its own; here it wears the same coat.
package games

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/ocr/book"
	"tilewatch/vision"
	"tilewatch/web/scoreboard"
)

// Game is one of the program's games.
type Game interface {
	Name() string
	Title() string
	// Table keeps the rules; words may be nil.
	Table(words *lexicon.Lexicon) game.Table
	// Photos opens a reader of photos. The caller closes it.
	Photos(in Inputs) (Photos, error)
	// Film follows the game on an opened source, which stays the caller's. The caller closes the film, before the source.
	Film(in Inputs, source vision.Source) (Film, error)
	// Page shows a Table's state on a page; nil if the game has pages of its own.
	Page() func(state any) scoreboard.State
}

// Inputs are what the commands' flags say; each may be missing.
type Inputs struct {
	Camera  *calibration.Camera
	Tileset *calibration.Tileset
	Words   *lexicon.Lexicon
	Out     engine.Color // NAB-IT!: who played the last tile
	Players []string     // in turn order; none: any may play at any time
	// Looked, if set, hears how long each picture of a film took to be read, and the error that came of it.
	Looked func(time.Duration, error)
	// Table is where a calibrated camera has the table, and Glyphs remembers how the tiles' letters look; nil where nobody knows.
	Table  *calibration.Table
	Glyphs *book.Book
}

// Photos read photos one after the other; they are for one goroutine.
type Photos interface {
	// Read answers one photo's bytes. Errors are of type *vision.Error: the photo's fault, with a remedy.
	Read(data []byte) (Photo, error)
	Close() error
}

// Photo is what one photo shows. It marshals to the contract's line.
type Photo interface {
	// Named is the same, of the photo called so.
	Named(name string) Photo
	// Overlay is the photo with what was seen drawn on it: a JPEG file.
	Overlay(data []byte) ([]byte, error)
	// Text is what was seen, for people, in lines.
	Text() string
}

// Film follows a game as it is played.
type Film interface {
	// Run tells each line, until the source ends or ctx does; neither is an error. note takes what an operator should know.
	Run(ctx context.Context, tell func(line any) error, note func(message string)) error
	Close() error
}

// Names are what --game takes.
func Names() []string {
	var names []string
	for _, g := range all {
		names = append(names, g.Name())
	}
	return names
}

// Find is the game of that name.
func Find(name string) (Game, error) {
	i := slices.IndexFunc(all, func(g Game) bool { return g.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("no such game %q: use --game %s", name, strings.Join(Names(), ", "))
	}
	return all[i], nil
}

// Others are the games besides NAB-IT!, for the pages of what was played.
type Others struct{}

// Rules is a table of that game, with its own words; nil if there is no such game.
func (Others) Rules(name string) game.Table {
	g, err := Find(name)
	if err != nil || g.Page() == nil {
		return nil
	}
	words, err := lexicon.OpenFor(name, "")
	if err != nil {
		words = nil // it is played without
	}
	return g.Table(words)
}

// Drawn draws that game; nil if there is no such game.
func (Others) Drawn(name string) scoreboard.Game {
	g, err := Find(name)
	if err != nil || g.Page() == nil {
		return nil
	}
	return g.Page()(nil).Drawn
}
