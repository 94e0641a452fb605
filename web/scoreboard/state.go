package scoreboard

import (
	"encoding/json"
	"time"

	"tilewatch/engine"
	"tilewatch/web/text"
)

// Status is what the camera's side of a table is doing.
type Status string

// The states of a table. The zero Status is shown as Waiting.
const (
	Waiting  Status = "waiting"  // no picture of the table yet
	Live     Status = "live"     // the board shown is the board on the table
	Thinking Status = "thinking" // a still table is being read
	Hand     Status = "hand"     // a hand is over the table
	ByPhoto  Status = "photo"    // the board shown is that of the last photo; the next one comes after a turn
	Lost     Status = "lost"     // the camera is gone; StatusText says what to do
	Stopped  Status = "stopped"  // the film has ended, and the game has not
	Finished Status = "finished" // the game is over
)

// State is what a scoreboard shows of any game; what only one game has is its Detail. It is a value: once published, nothing in it may be
// changed. The zero State is a table where no game has begun. Sent is how it leaves as JSON.
type State struct {
	Stamp
	Game       string
	Life       engine.Life // how far the game has come
	Status     Status
	StatusText string       // for people: what is wrong and the remedy
	Turn       int          // the last turn recorded; 0 before the first
	Players    []Player     // in turn order
	Next       engine.Color // who plays next; "" when nobody does
	LastTurn   *Turn
	Winners    []engine.Color // once the game is over
	Warnings   []engine.Warning
	Events     int // that the game has accepted; a command may say how many its sender had seen
	Past
	Judging
	Aids    Aids
	Evening *Evening // games of these players that ended one after another, this one among them
	Sequel
	Detail any  // what a game keeps of its own, such as a Crossword; it is drawn by that Game
	Drawn  Game // who draws it; nil: the game of that name, or it is drawn plainly
}

// Stamp is what the table puts on a state.
type Stamp struct {
	Seq       uint64 // grows with every change, and over restarts
	Table     string
	Seated    []engine.Color // whose phones are at the table
	TurnSince time.Time      // when Next's turn began; now if zero
	Updated   time.Time      // now if zero
}

// Past is what people have just done.
type Past struct {
	Undo   *Deed   // what an undo would take back; nil: nothing
	Redo   *Deed   // what a redo would bring back; nil: nothing
	Notice *Notice // what somebody has just done to the game, for all to know
}

// Judging is what judges words, in games that have any.
type Judging struct {
	List       string   // that judges; empty: there is none
	Verdict    *Verdict // of the newest challenge of the last turn
	Outside    []string // words of a play that is tried, which the list lacks
	AskedWords []string // that players would have the host add to the table's own
	LookUp     bool     // players may look words up during a game
	Lists      Lists    // that the table may ask; nil: none
}

// Sequel is what remains of a game that is over, and what follows it.
type Sequel struct {
	Again  json.RawMessage // the start of the next game of the same players; nil where none can follow
	Starts engine.Color    // who starts that one; none where nobody does
	Feats  []Feat          // what the game is remembered for
}

// Crossword is the Detail of a game of words that cross on a board, and are challenged and taken.
type Crossword struct {
	Board []Cell
	Words []Word
	// Question is what the camera cannot decide by itself ("H or N?"); the best reading is shown meanwhile.
	Question    string
	Ask         *Ask           // the same, with the answers to choose from
	Unseen      []Unseen       // the turns just before the last one that nobody saw: exchanges or passes
	Provisional bool           // the last turn's reading may still change
	Hands       []Supply       // in the order of State.Players; empty where the game does not count tiles
	MayBank     engine.Color   // who may bank a tile now
	MustPlay    bool           // whoever is next plays or exchanges, and cannot pass
	TakeBack    engine.Color   // whose challenged tiles still lie on the table
	Lying       []engine.Place // the places of those tiles
	// Challengeable are the words that may be challenged now, all of the last turn.
	Challengeable []string
}

// Crossword is the state's Detail, empty in other games.
func (s State) Crossword() Crossword {
	c, _ := s.Detail.(Crossword)
	return c
}

// Cell is one stack of the board.
type Cell struct {
	engine.Place
	engine.Cell
	Layers []engine.Color `json:"layers,omitempty"` // bottom to top; those below the top where they are known
	Last   bool           `json:"last,omitempty"`   // placed in the last turn
	Doubt  bool           `json:"doubt,omitempty"`  // the reading waits for a person or a better picture
}

// Player is one row of the scoreboard.
type Player struct {
	Color  engine.Color `json:"color"`
	Name   string       `json:"name"`            // the color's name if empty
	Place  string       `json:"place,omitempty"` // where the camera sees what is theirs, in games that ask
	Words  int          `json:"words"`           // words controlled, alone or shared
	Banked int          `json:"banked"`          // banked tiles
	Out    int          `json:"out"`             // 1 for playing the last tile
	Total  int          `json:"total"`
	Rank   int          `json:"rank"`            // from 1; equal totals share it, unless a tie was broken; set by the table
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
	Exchanged = "exchange"
	Passed    = "pass"
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
	Missed     bool         `json:"missed,omitempty"` // tiles of several unseen turns, shown as one
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

// Supply is where a player's tiles are that do not lie on the board.
type Supply struct {
	Color engine.Color `json:"color"`
	Rack  int          `json:"rack"`
	Bag   int          `json:"bag"`
	// Silent: the last tile is drawn, and its player has not said so.
	Silent bool `json:"silent,omitempty"`
}

// Ask is a question of the camera with the answers to choose from.
type Ask struct {
	ID      string        `json:"id"` // of the question: an answer to another one is late
	Turn    int           `json:"turn"`
	For     engine.Color  `json:"for,omitempty"`     // whom it is for; "" for anybody
	Differs []Differ      `json:"differs,omitempty"` // where table and record differ, if the question is about that
	Totals  []Total       `json:"totals,omitempty"`  // where the last picture counts otherwise than the turns, if the question is about that
	Patch   string        `json:"patch,omitempty"`   // #rrggbb: the tiles of that color, as the camera sees it, are in question
	Place   *engine.Place `json:"place,omitempty"`   // of the tile in question, if it is one
	Picture bool          `json:"picture,omitempty"` // whether the camera has a picture of the place
	Answers []Answer      `json:"answers"`
}

// Differ is a place where the table shows something else than the record. A zero Cell is no tile.
type Differ struct {
	engine.Place
	Recorded engine.Cell `json:"recorded,omitzero"`
	Seen     engine.Cell `json:"seen,omitzero"`
}

// Total is a player's count by a picture that was read by itself, where the record counts otherwise.
type Total struct {
	Player   engine.Color `json:"player"`
	Seen     int          `json:"seen"`
	Recorded int          `json:"recorded"`
}

// Unseen is a turn that nobody saw.
type Unseen struct {
	Turn   int          `json:"turn"`
	Player engine.Color `json:"player"`
}

// Answer is one answer to a question: what it means, and the event that gives it.
type Answer struct {
	Kind   string          `json:"kind"` // letter, play, nothing, withdrawn; out, over, goes_on; here, record, count
	Letter engine.Letter   `json:"letter,omitempty"`
	Blank  bool            `json:"blank,omitempty"`
	Player engine.Color    `json:"player,omitempty"`
	Text   string          `json:"text,omitempty"` // the play's letters
	Chance float64         `json:"chance"`         // 0 to 1
	Event  json.RawMessage `json:"event"`
}

// Verdict is how a challenge ended. Words are all that were judged.
type Verdict struct {
	By     engine.Color `json:"by"`
	Of     engine.Color `json:"of"`             // whose words they are
	Upheld bool         `json:"upheld"`         // a word is not valid
	List   string       `json:"list,omitempty"` // the word list that judged; empty: the players did
	Open   bool         `json:"open,omitempty"` // the list's verdict is what happened last: people may accept the words once
	// Unlisted are words that the table's list lacks, and that the table may add to its own.
	Unlisted []string `json:"unlisted,omitempty"`
	Words    []Judged `json:"words"`
}

// MayLookUp reports whether players may look words up now: after a game, or where the house rule allows it.
func MayLookUp(s *State) bool {
	return s.Lists != nil && (s.LookUp || s.Life == engine.Ended || len(s.Players) == 0)
}

// Judged is a challenged word, with the table's lists that have it and those that do not.
type Judged struct {
	Word     string   `json:"word"`
	Valid    bool     `json:"valid"`
	In       []string `json:"in,omitempty"`
	NotIn    []string `json:"not_in,omitempty"`
	Meanings []string `json:"meanings,omitempty"` // its own or those of the word that it is a form of; none for a word that no list has
}

// OwnWords is what the table's own words are called among its lists.
const OwnWords = "own words"

// Lists are a table's word lists.
type Lists interface {
	// Has reports whether the word counts.
	Has(word string) bool
	// Standing says which of them have a word, and which do not; one may be OwnWords.
	Standing(word string) (have, lack []string)
}

// Deed is an event in a few words.
type Deed struct {
	Type   string       `json:"type"` // of the engine's event
	Turn   int          `json:"turn,omitempty"`
	Player engine.Color `json:"player,omitempty"`
	Words  []string     `json:"words,omitempty"`
	// Event is the event itself, where the Game that draws the state says what it did: see Teller.
	Event json.RawMessage `json:"event,omitempty"`
}

// Notice is what somebody has just done to the game, for everybody to see.
type Notice struct {
	Kind string `json:"kind"` // undo, redo, correct, answer, challenge, start, name, ...: the engine's event
	Deed
}

// Aids are what a table has chosen to be helped with. The zero value is the default of every table.
type Aids struct {
	Timer   int  `json:"timer,omitempty"`    // seconds a turn may take; 0: no timer
	Hints   bool `json:"hints,omitempty"`    // players may ask for plays
	NoNudge bool `json:"no_nudge,omitempty"` // no reminders to bank and to announce the last tile
}

// Warned is a warning in the reader's language, where it has a sentence for its code.
func Warned(w engine.Warning, t *text.Texts) string {
	if key := "warning." + w.Code; t.Has(key) {
		return t.Say(key, "reads", t.Decimal(w.Reads, 0, 1), "of", t.Decimal(w.Of, 0, 1))
	}
	return w.Message
}
