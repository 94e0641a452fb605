package desk

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
	"tilewatch/web/scoreboard"
)

// Desk takes what people do at a table, from pages and from the API. The package that runs the table's game implements it, and
// publishes the state that follows. Several goroutines call it.
type Desk interface {
	// Do takes one event. A refusal by the rules is an Outcome too; an error is a failure of the program.
	Do(ctx context.Context, c Command) (Outcome, error)
}

// Command is one event of the engine, as JSON, from a person whose role allows it.
type Command struct {
	Event json.RawMessage
	Type  string // the event's type, parsed already
	Role  access.Role
	// After is how many events the person had seen (State.Events); -1 if that does not matter. If the game has another number by now,
	// the outcome is Late: of two taps at the same question the first counts.
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
	Rack   string           // of one that was tried: its player's rack as the camera saw it last, ? for a blank
	// Outside are words for which alone it was refused when it was tried: the table's list lacks them.
	Outside []string
	Unsafe  bool // done, but not kept yet: the journal cannot be written now
}

// Trier is a Desk that says what an event would bring.
type Trier interface {
	// Try answers as Do would, with the State that would follow, and changes nothing.
	Try(ctx context.Context, c Command) (Outcome, error)
}

// ErrNoTrial says that a table's game cannot be tried.
var ErrNoTrial = errors.New("this table cannot try an event")

// Explorer is a Desk that knows what the camera sees at a place.
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
	Marks         []Mark
}

// Mark is a part of the picture that the camera's watch says something of, pixels.
type Mark struct {
	X, Y, Width, Height int
	Kind                MarkKind
}

// MarkKind is what is said of a Mark. Its text is the name of its sentence.
type MarkKind string

// The kinds of marks.
const (
	Ignored MarkKind = "ignored" // something moves here all the time: it is background
	Holds   MarkKind = "holds"   // what is here keeps the table from being read
)

// SeenTile is the outline of a stack's top in the picture, and how it is read.
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
	Points     int // what it wins at once, compared with not playing
	Nabs       int
}

// Settable is a Desk that stores which aids its table has chosen.
type Settable interface {
	// Set stores the aids; they hold after a restart too.
	Set(ctx context.Context, a scoreboard.Aids) error
}

// WordLists is a Desk whose table may choose which list judges its words.
type WordLists interface {
	// Lists are what there is to choose, and what is chosen.
	Lists() Lists
	// ChooseList has one of Lists.Names judge, or OwnList. An error says why not.
	ChooseList(name string) error
	// UploadList takes a text, as --dictionary takes a file, as the table's own list, and has it judge. An error says what is wrong with it.
	UploadList(file string, text io.Reader) error
	// MarkWords says of words whether they count here, whatever list is chosen.
	MarkWords(words []string, mark WordMark) error
	// ImportWords marks the words of a text: those of its lines "+ word" count and those of its lines "- word" never do; of other lines the
	// first word counts.
	ImportWords(text string) error
	// LetLookUp says whether players may look words up during a game.
	LetLookUp(may bool) error
	// DeclineWords forgets that players asked for the words.
	DeclineWords(words []string) error
	// UndoWords takes back the Step of that number; ErrLater: it is not the newest any more.
	UndoWords(number int) error
}

// WordMark says whether a word of the table's own counts.
type WordMark string

// The marks, as lists of changes write them.
const (
	Accepted WordMark = "+"
	Never    WordMark = "-"
	Unmarked WordMark = "" // the list alone decides
)

// Step is a change of the table's own words.
type Step struct {
	Number int                 `json:"number"` // from 1
	Time   time.Time           `json:"time"`
	Before map[string]WordMark `json:"before"` // the words, each as it was marked before
}

// ErrLater says that somebody has changed the words since.
var ErrLater = errors.New("the words were changed meanwhile: look at them again")

// Recaller is a Desk whose camera may begin with the tiles that an earlier game found.
type Recaller interface {
	// TilesFrom is when they were found; zero: it begins without, or they were measured.
	TilesFrom() time.Time
	// OtherTiles says that today's are others.
	OtherTiles()
}

// OwnList is what a table's own list is called where lists are chosen.
const OwnList = "own"

// Lists are the word lists of a table.
type Lists struct {
	Now      *lexicon.Lexicon // judges; nil: there is none
	Chosen   string           // one of Names, or OwnList
	Names    []string         // what there is beside the table's own; empty: nothing can be chosen
	Unchosen bool             // nobody has chosen, neither here nor when the program was started: a page may suggest the list of its language
	Own      string           // the name of the file that the table uploaded; empty: there is none
	Added    []string         // words that count here, whatever list is chosen
	Never    []string         // words that never do
	Asked    []string         // words that players would have the host add
	LookUp   bool             // players may look words up during a game
	Last     *Step            // the newest change of these words; nil: nothing can be undone
}
