// Package game says what a game is to the program: its definition (a Game), which the commands, the live road and the club use alike.
//
// The words:
//
//   - The rules answer events without a camera (kernel.Table).
//   - Photos read single photos.
//   - A Film follows the game before a camera.
//   - A Party is the game at one table, where people and a camera play it: see package table.
//   - A Session is what a party does, for every game: commands, undo, trials, notices, and what pages show.
//   - A Play is the game in a session, as people and a camera change it. The camera of most games reports events (reported); where camera and
//     people keep one record together, the game brings a Play of its own.
//   - What it Can is what a game does in a session beside its rules: it asks, fixes, knows places, gives hints. What is nil it cannot.
//
// Define makes a game of rules and eyes. A game that needs more builds its Game itself, of the same parts.
package game

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/letters"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/replay"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/term"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/ocr/book"
	"tilewatch/vision/source"
	"tilewatch/web/clock"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// Game is one of the program's games. Fields are set unless they say otherwise.
type Game struct {
	Name  string // what --game and a start event call it: lower case, no spaces
	Title string // what people call it

	// Rules is a table where no game has begun; words may be nil.
	Rules func(words *lexicon.Lexicon) kernel.Table
	// Replay is the same for events that were accepted before, whatever list judged their words then.
	Replay func(words *lexicon.Lexicon) kernel.Table
	// Page shows the rules' state on a page; nil is before the first start.
	Page func(state any) scoreboard.State
	// Photos opens a reader of photos. The caller closes it.
	Photos func(Inputs) (Photos, error)
	// Letters are eyes that know the game's tiles among letter tiles of any make, with the words of that list; nil: nobody can tell them.
	Letters func(*lexicon.Lexicon) letters.Game
	// Film follows the game on an opened source, which stays the caller's. The caller closes the film, after the source.
	Film func(Inputs, source.Source) (Film, error)
	// Sit begins a party.
	Sit func(Inputs, Seat) (Party, error)
	// Players reads --players: the players in turn order. An empty list is no order.
	Players func(list string) ([]string, error)

	// Learn cuts examples of a set's own cards out of a photo: PNG files by the cards' names, for a tile set's Cards. nil: the game has
	// no cards.
	Learn func(in Inputs, photo []byte) (map[string][]byte, error)
	// Shown shows a stored game in a terminal.
	Shown func(stored journal.Game) (replay.Game, error)
	// Retold tells a stored game step by step.
	Retold func(stored journal.Game) (retold.Kept, error)
	// Sample are the events of a game that plays itself for people who want to try; nil: there is none.
	Sample []json.RawMessage
	// Review finds what was missed in a stored game whose racks were shown; nil: racks are not. The function opens the word list of a language,
	// empty for the game's own.
	Review func(g Game, stored journal.Game, words func(language string) (*lexicon.Lexicon, error)) ([]Rack, error)
	// Colors says that colors say whose a tile is: pictures without colors are a fault.
	Colors bool
}

// Rack is a player's rack at the end of a round, and the best that its tiles allow.
type Rack struct {
	Round      int      `json:"round"`
	Player     string   `json:"player"`
	Words      []string `json:"words"`
	Points     int      `json:"points"`
	Best       []string `json:"best,omitempty"` // missing if nothing better was found
	BestPoints int      `json:"best_points,omitempty"`
}

// Inputs are what the commands' flags say; each may be missing.
type Inputs struct {
	Camera  *calibration.Camera
	Tileset *calibration.Tileset
	Words   *lexicon.Lexicon
	Out     engine.Color // who played the last tile, in games that score it
	Why     bool         // say why each tile was read so, in games that can
	Players []string     // in turn order; none: any may play at any time
	// Table is where a calibrated camera has the table, and Glyphs remembers how the tiles' letters look; nil if unknown.
	Table  *calibration.Table
	Glyphs *book.Book
	// Found remembers what games find of a camera and of tiles that nobody measured; nil: nothing is remembered.
	Found *calibration.Memory
}

// Photos read photos one after the other; they are for one goroutine.
type Photos interface {
	// Read answers one photo's bytes. Errors are of type *picture.Error: the photo's fault, with a remedy.
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
	Text(term.Painter) string
}

// Mendable is a Photo of a game whose readings people can correct, and put together from several photos.
type Mendable interface {
	Photo
	// Mended is the photo with these fixes in it; an error says which cannot be.
	Mended(fixes []string) (Photo, error)
	// Joined is what the photo and the others, of the same reader, show of one table together; an error says which does not show it.
	Joined(others []Photo) (Photo, error)
}

// Film follows a game as it is played: a pipeline.Watch with all that it needs.
type Film interface {
	// Run reports to the table until the source ends or ctx does; neither is an error.
	Run(ctx context.Context, table pipeline.Table, report pipeline.Reports) error
	Close() error
}

// Seat is where a party sits.
type Seat struct {
	Blind func() bool    // whether no camera has shown a picture yet
	Clock *clock.Clock   // the table's
	Note  func(string)   // takes what an operator should know
	Words *wordlist.List // that judges, where the table may choose it; nil: Inputs.Words does
}

// WordList is the list that judges at the seat.
func (s Seat) WordList(in Inputs) *wordlist.List {
	if s.Words != nil {
		return s.Words
	}
	return wordlist.Fixed(in.Words)
}

// Party is one game at one table.
type Party struct {
	table.Party
	// Film follows this party's game on an opened source, which stays the caller's. The caller closes the film, after the source. The
	// inputs are those of Sit, with what became known of the camera since.
	Film func(Inputs, source.Source) (Film, error)
}

// Names reads a list of players' names with commas between them.
func Names(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	var names []string
	for _, name := range strings.Split(list, ",") {
		name = engine.CleanName(name)
		if name == "" || slices.ContainsFunc(names, func(other string) bool { return engine.SameName(other, name) }) {
			return nil, fmt.Errorf("--players: %q is empty or repeated: name each player once, in turn order", name)
		}
		names = append(names, name)
	}
	return names, nil
}

// Page is how a game's pages show its own state S; without a game the page is empty.
func Page[S any](shown func(S) scoreboard.State) func(state any) scoreboard.State {
	return func(state any) scoreboard.State {
		s, begun := state.(S)
		if !begun {
			empty := shown(s)
			return scoreboard.State{Game: empty.Game, Drawn: empty.Drawn, Detail: empty.Detail}
		}
		return shown(s)
	}
}

// Words keeps a missing list missing: an interface that holds a nil pointer is not nil.
func Words(words *lexicon.Lexicon) kernel.Words {
	if words == nil {
		return nil
	}
	return words
}
