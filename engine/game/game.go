package game

import (
	"encoding/json"
	"time"

	"tilewatch/engine"
)

// Words says which words are words, in upper case. Games without words never ask.
type Words interface {
	Has(word string) bool
}

// Game is one game's rules. L is its eyes' report of one picture.
type Game[L any] interface {
	// Name is what --game and a start event call it: lower case, no spaces.
	Name() string
	// Title is what people call it.
	Title() string
	// Table is a table where no game has begun; words may be nil.
	Table(words Words) Table
	// Read says what a single picture means, with nothing known of the game before; words may be nil.
	Read(look L, words Words) Reading
	// Follow begins to follow a game by pictures. Players are their names in turn order; none means that any may play.
	Follow(words Words, players []string) Follower[L]
}

// Table keeps the rules at one table. It is for one goroutine.
type Table interface {
	// Handle answers one event, a JSON object. A refused event changes nothing.
	Handle(event []byte) Answer
	// Events are all accepted events since the start, as they were taken: handled again they give the same game.
	Events() []json.RawMessage
	// State is all there is to show of the game now, as plain data that marshals to an object; nil before the first start.
	State() any
	// Races says whether players race each other with events of that type: then the loser hears who won.
	Races(kind string) bool
	// CanUndo and CanRedo say whether there is something to take back or to bring back.
	CanUndo() bool
	CanRedo() bool
}

// Reading is what one picture means.
type Reading struct {
	Fields   any              // marshals to an object: the contract's fields of this game
	Warnings []engine.Warning // with the contract's codes
	Text     []string         // the same for people, in a few lines
	Marks    []Mark           // what an overlay draws
}

// Mark is one thing seen, as an overlay draws it.
type Mark struct {
	Quad     engine.Quad
	Label    string       // over its middle
	Color    engine.Color // of the line; NoColor is white
	Doubtful bool
}

// Moment is when a picture was taken.
type Moment struct {
	Frame   int           // number in its film or stream, from 0
	Time    time.Duration // since the stream's first picture
	Stirred bool          // something moved since the look before, a hand say
	Sparse  bool          // pictures come so rarely that the next one may show another turn already
	Photo   bool          // somebody took the picture of a table at rest; no other picture shows the same
}

// photoLooks is how many looks in a row settle what lies on a table, in every game; sparseLooks is half of it.
const photoLooks, sparseLooks = 4, 2

// Looks is how many looks in a row the picture counts as: a photo is of a table at rest, and all there will be. Two equal pictures of a
// camera that gives few of them settle a table.
func (m Moment) Looks() int {
	switch {
	case m.Photo:
		return photoLooks
	case m.Sparse:
		return sparseLooks
	}
	return 1
}

// Follower follows a game by what pictures of the table at rest show. It is for one goroutine.
type Follower[L any] interface {
	// See takes the next look and reports what has happened, decided from the looks so far.
	See(m Moment, look L) []Line
	// Settled says that another picture of the same table, with nothing moved, would add nothing.
	Settled() bool
	// Finish is called once, after the last picture; the last line is the summary.
	Finish(m Moment) []Line
}
