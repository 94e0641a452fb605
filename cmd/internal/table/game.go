package table

import (
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/web/album"
	"tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// Game is the one game at a table. Only the table's goroutine calls it. What a call changes waits for Changes.
type Game interface {
	// Do takes what a person says. A refused event changes nothing and is an outcome, too; an error is ours. The desk fills in the
	// outcome's State and Unsafe.
	Do(c desk.Command) (desk.Outcome, error)
	// Turned takes a change of the camera's state. The text is the error, if any.
	Turned(status scoreboard.Status, text string)
	// Apply takes events that are kept already. An error says that they do not follow from the game as it is.
	Apply(events []journal.Event) error
	// Load makes the stored game this one, whatever this one was.
	Load(stored journal.Game) error
	// Resume is called once, at the beginning, with the newest stored games, the very newest first. One without events could not be read.
	Resume(stored []journal.Game) error
	// Changes are the game's changes since the last call.
	Changes() Changes
}

// Changes are what the desk keeps and shows, each in order.
type Changes struct {
	Records []Record
	// Recalled, if set, is how the game stood before its last turn: the page learns from it what the turn changed, and shows it to nobody.
	Recalled *scoreboard.State
	States   []scoreboard.State
	Shots    []album.Shot // pictures of turns, without the picture itself
}

// Record is the new events of a game, for the journal.
type Record struct {
	Resumed *journal.Game // the stored game that goes on from here; nil: the one before
	Another bool          // the events begin a game of their own
	Events  []json.RawMessage
}

// Party is a game with what else it can do.
type Party struct {
	Game
	Adviser Adviser // nil: no hints
	Trier   Trier   // previews what an event would bring; may be nil
	Places  Places  // nil: the camera knows the table as a whole
	// Passes takes what time has brought, and reports whether that was anything; nil: it brings nothing.
	Passes func() bool
	// Remembers is how many stored games may go on, from the newest.
	Remembers int
}

// Trier says what an event would bring.
type Trier interface {
	// Try answers as Game.Do would, with the state that would follow, and changes nothing.
	Try(c desk.Command) (desk.Outcome, error)
}

// Adviser gives hints.
type Adviser interface {
	// Advise answers what finds the n best plays of a rack. Finding takes its time, so the desk does it outside the table's goroutine.
	// An error says what is wrong with the rack.
	Advise(rack string, n int) (find func() ([]desk.Hint, error), err error)
}

// Places are what the camera makes of single places.
type Places interface {
	// Seen are the tiles in the newest picture.
	Seen() []desk.SeenTile
	// Readings are the likeliest readings of a place, the best first.
	Readings(at engine.Place) []desk.Reading
	// Where is the place in the newest picture; false if it is not seen.
	Where(at engine.Place) (engine.Quad, bool)
}
