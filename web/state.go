package web

import (
	"time"

	"tilewatch/engine"
	"tilewatch/web/board"
)

// Status is what the camera's side of a table is doing.
type Status string

// The states of a table. The zero Status is shown as Waiting.
const (
	Waiting  Status = "waiting"  // no picture of the table yet
	Live     Status = "live"     // the board shown is the board on the table
	Thinking Status = "thinking" // a still table is being read
	Hand     Status = "hand"     // a hand is over the table
	Lost     Status = "lost"     // the camera is gone; StatusText says what to do
	Finished Status = "finished" // the game is over
)

// State is all that a scoreboard shows. It is a value: once published, nothing in it may be changed. The
// zero State is a table where no game has begun.
type State struct {
	Seq        uint64           `json:"seq"`   // set by the table: grows with every change, and over restarts
	Table      string           `json:"table"` // set by the table
	Game       string           `json:"game"`
	Status     Status           `json:"status"`
	StatusText string           `json:"status_text,omitempty"` // for people: what is wrong and the remedy
	Turn       int              `json:"turn"`                  // the last turn recorded; 0 before the first
	Players    []Player         `json:"players"`               // in turn order
	Next       engine.Color     `json:"next"`                  // who plays next; "" when nobody does
	Board      []Cell           `json:"board"`
	Words      []Word           `json:"words"`
	LastTurn   *Turn            `json:"last_turn,omitempty"`
	Winners    []engine.Color   `json:"winners,omitempty"` // once the game is over
	Warnings   []engine.Warning `json:"warnings,omitempty"`
	// Question is what the camera cannot tell by itself ("H or N?"); the best reading is shown meanwhile.
	Question    string    `json:"question,omitempty"`
	Provisional bool      `json:"provisional"`         // the last turn's reading may still change
	TurnSince   time.Time `json:"turn_since,omitzero"` // when Next's turn began; set by the table if zero
	Updated     time.Time `json:"updated"`             // set by the table if zero
}

// Cell is one stack of the board.
type Cell = board.Stack

// Player is one row of the scoreboard.
type Player struct {
	Color  engine.Color `json:"color"`
	Name   string       `json:"name"`   // the color's name if empty
	Words  int          `json:"words"`  // words controlled, alone or shared
	Banked int          `json:"banked"` // banked tiles
	Out    int          `json:"out"`    // 1 for playing the last tile
	Total  int          `json:"total"`
	Rank   int          `json:"rank"`            // from 1; equal totals share it; set by the table
	Delta  int          `json:"delta,omitempty"` // points won or lost in the last turn; set by the table
}

// Word is a word on the board and who controls it.
type Word struct {
	engine.Word
	Controllers []engine.Color `json:"controllers"` // several who tie all control it
}

// The kinds of turn.
const (
	Played    = "play"
	Withdrawn = "withdrawn" // a challenged play was taken back
	Skipped   = "skipped"   // an exchange or a pass that the camera did not see
	Amended   = "amended"   // a reading was corrected
)

// Turn is what the last turn did.
type Turn struct {
	Number     int          `json:"turn"`
	Kind       string       `json:"kind"` // play if empty
	Player     engine.Color `json:"player"`
	Placements []Placement  `json:"placements,omitempty"`
	Words      []Change     `json:"words,omitempty"` // new or taken; found by the table if nil
	Nabbed     []Nab        `json:"nabbed,omitempty"`
	Banked     int          `json:"banked,omitempty"` // tiles the turn put on the bank
	Text       string       `json:"text,omitempty"`   // one sentence; written by the table if empty
}

// Placement is a tile that a turn laid.
type Placement struct {
	engine.Place
	Letter engine.Letter `json:"letter"`
	Height int           `json:"height,omitempty"` // of the stack afterwards
	Blank  bool          `json:"blank,omitempty"`
}

// Change is a word that a turn made, with what stood there before.
type Change struct {
	Word
	Was    []Word `json:"was,omitempty"`    // what stood in its line
	New    bool   `json:"new,omitempty"`    // nothing stood there; false too where that was not seen
	Nabbed bool   `json:"nabbed,omitempty"` // taken from others; set by the table
}

// Nab is a word taken and those it was taken from.
type Nab struct {
	Word string         `json:"word"`
	From []engine.Color `json:"from"`
}

// player finds a player by color; the zero Player if there is none.
func (s *State) player(c engine.Color) Player {
	for _, p := range s.Players {
		if p.Color == c {
			return p
		}
	}
	return Player{Color: c, Name: title(c.String())}
}
