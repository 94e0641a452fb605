package game

import (
	"encoding/json"

	"tilewatch/cmd/internal/table"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web/album"
	webdesk "tilewatch/web/desk"
	"tilewatch/web/scoreboard"
)

// Play is the game that is played at a table, by people and perhaps before a camera. Only the table's goroutine calls it.
type Play interface {
	// Rules are the game as it is shown. Nobody but the Play gives them an event.
	Rules() kernel.Table
	// Take gives the rules an event. One that starts a game begins another.
	Take(event json.RawMessage) kernel.Answer
	// Again is Take of an event that another program has kept.
	Again(event json.RawMessage) kernel.Answer
	// Load makes the stored game this one, whatever this one was.
	Load(stored journal.Game) error
	// Resume is called once, at the beginning, with the newest stored games, the very newest first.
	Resume(stored []journal.Game) error
	// Grown is what has come to the record since the last call.
	Grown() []table.Record
}

// Can is what a game can do at a table beside its rules. It cannot do what is nil.
type Can struct {
	// Means makes the fields of what a person says what the rules want, where pages fill them otherwise. An error says what is wrong.
	Means func(kind string, fields map[string]json.RawMessage) error
	// Says are the commands that are no events of the rules: to answer a question, or to say what is wrong with a tile.
	Says map[string]func(command json.RawMessage) Said
	// Shows adds to a page what is not the rules': the camera's doubts and questions.
	Shows func(*scoreboard.State)
	// Tries adds to what an event would bring.
	Tries   func(event json.RawMessage, a kernel.Answer, out *webdesk.Outcome)
	Places  table.Places
	Advises table.Adviser
}

// Said is what a command comes to that is no event of the rules.
type Said struct {
	Late   bool              // others were faster: nothing is done
	Events []json.RawMessage // for the rules, in order, up to the first that they refuse
	Kind   string            // what the page calls the Events
	Then   func()            // to be done after them; nil: nothing
	// Answer and Notice are what was done, or why it was not, where there are no Events.
	Answer kernel.Answer
	Notice *scoreboard.Notice
}

// Seen is what a picture brought to a Play that has taken it already.
type Seen struct {
	News  bool // there is something to show
	Quiet bool // the game stands as before: what people have done last is still to be read
	Turns int  // how many turns
	Shots []album.Shot
}
