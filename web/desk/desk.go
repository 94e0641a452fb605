package desk

import (
	"context"
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
)

// Desk takes what people do at a table, from pages and from the API. Whoever keeps the table's game implements it, and
// publishes the state that follows. It is called from several goroutines.
type Desk interface {
	// Do takes one event. A refused one is an Outcome too; an error is ours.
	Do(ctx context.Context, c Command) (Outcome, error)
}

// Command is one event of the engine, as JSON, by a person who may.
type Command struct {
	Event json.RawMessage
	Type  string // the event's type, already looked at
	Role  access.Role
	// After is how many events the person had seen (State.Events); -1 if that does not matter. Another number by now makes the
	// event Late, so that of two taps at the same question the first counts.
	After int
}

// Outcome is what became of a command.
type Outcome struct {
	Answer json.RawMessage // as "tilewatch engine" prints it
	OK     bool
	Late   bool             // others were faster: nothing was done
	Rule   string           // why it was refused: one of the contract's rules
	Why    string           // the same as a sentence
	State  scoreboard.State // as it was published; zero if refused
	Unsafe bool             // done, but not kept yet: the journal cannot be written now
}

// Explorer is a Desk that knows what the camera makes of a place.
type Explorer interface {
	// Readings are the likeliest readings of the tile at the place, the best first; none if no camera has seen it.
	Readings(engine.Place) []Reading
	// Crop is the camera's picture of the place as a JPEG; nil if there is none.
	Crop(engine.Place) []byte
	// Picture is the camera's newest picture of the table as a JPEG, and what is seen in it. Nil: there is none.
	Picture() (jpeg []byte, seen Seen)
}

// Reading is one way to read a tile.
type Reading struct {
	Letter engine.Letter
	Blank  bool
	Chance float64 // 0 to 1
}

// Seen is what the camera sees in its newest picture.
type Seen struct {
	Width, Height int // pixels
	Tiles         []SeenTile
}

// SeenTile is the outline of a stack's top in the picture, and what it is taken for.
type SeenTile struct {
	Quad   engine.Quad
	Letter engine.Letter
	Color  engine.Color
	Height int
}

// Adviser is a Desk that gives hints.
type Adviser interface {
	// Hints are the best plays for a rack ("ABCD?", blanks as ?) of the player whose turn it is; an error says what is wrong with the rack.
	Hints(ctx context.Context, rack string, n int) ([]Hint, error)
}

// Hint is one play.
type Hint struct {
	Words      []string
	Placements []scoreboard.Placement
	Points     int // won by it at once, against not playing
	Nabs       int
}

// Settable is a Desk that keeps what its table has chosen to be helped with.
type Settable interface {
	// Set chooses the aids, from now on and after a restart.
	Set(ctx context.Context, a scoreboard.Aids) error
}
