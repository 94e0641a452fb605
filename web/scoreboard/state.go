package scoreboard

import (
	"encoding/json"
	"time"

	"tilewatch/engine"
	"tilewatch/web/board"
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

// State is all that a scoreboard shows. It is a value: once published, nothing in it may be changed. The
// zero State is a table where no game has begun.
type State struct {
	Seq        uint64           `json:"seq"`   // set by the table: grows with every change, and over restarts
	Table      string           `json:"table"` // set by the table
	Game       string           `json:"game"`
	Life       engine.Life      `json:"life"` // how far the game has come
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
	// Question is what the camera cannot decide by itself ("H or N?"); the best reading is shown meanwhile.
	Question string `json:"question,omitempty"`
	// Unseen are the turns just before the last one that nobody saw: exchanges or passes.
	Unseen      []Unseen `json:"unseen,omitempty"`
	Ask         *Ask     `json:"ask,omitempty"` // the same, with the answers to choose from
	Provisional bool     `json:"provisional"`   // the last turn's reading may still change
	// Events is how many events the game has accepted; a command may say how many its sender had seen.
	Events   int          `json:"events"`
	Hands    []Supply     `json:"hands,omitempty"`     // in the order of Players; empty where the game does not count tiles
	MayBank  engine.Color `json:"may_bank,omitempty"`  // who may bank a tile now
	List     string       `json:"list,omitempty"`      // the word list that judges; empty: there is none
	MustPlay bool         `json:"must_play,omitempty"` // whoever is next plays or exchanges, and cannot pass
	TakeBack engine.Color `json:"take_back,omitempty"` // whose challenged tiles still lie on the table
	// Lying are the places of those tiles.
	Lying []engine.Place `json:"lying,omitempty"`
	// Challengeable are the words that may be challenged now, all of the last turn.
	Challengeable []string        `json:"challengeable,omitempty"`
	Verdict       *Verdict        `json:"verdict,omitempty"` // of the newest challenge of the last turn
	Undo          *Deed           `json:"undo,omitempty"`    // what an undo would take back; nil: nothing
	Redo          *Deed           `json:"redo,omitempty"`    // what a redo would bring back; nil: nothing
	Notice        *Notice         `json:"notice,omitempty"`  // what somebody has just done to the game, for all to know
	Aids          Aids            `json:"aids"`
	Evening       *Evening        `json:"evening,omitempty"`     // games of these players that ended one after another, this one among them
	Again         json.RawMessage `json:"-"`                     // the start of the next game of the same players; nil where none can follow
	Starts        engine.Color    `json:"-"`                     // who starts that one; none where nobody does
	Outside       []string        `json:"-"`                     // words of a play that is tried, which the list lacks
	AskedWords    []string        `json:"asked_words,omitempty"` // words that players would have the host add to the table's own
	LookUp        bool            `json:"look_up,omitempty"`     // players may look words up during a game
	Lists         Lists           `json:"-"`                     // that the table may ask; nil: none
	Seated        []engine.Color  `json:"-"`                     // whose phones are at the table; set by the table
	Feats         []Feat          `json:"-"`                     // what a game that is over is remembered for
	// Detail is what a game keeps of its own; it is drawn by that Game.
	Detail    any       `json:"detail,omitempty"`
	Drawn     Game      `json:"-"`                   // who draws it; nil: the game of that name, or it is drawn plainly
	TurnSince time.Time `json:"turn_since,omitzero"` // when Next's turn began; set by the table if zero
	Updated   time.Time `json:"updated"`             // set by the table if zero
}

// Cell is one stack of the board.
type Cell = board.Stack

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

// Unseen is a turn that nobody saw.
type Unseen struct {
	Turn   int          `json:"turn"`
	Player engine.Color `json:"player"`
}

// Answer is one answer to a question: what it means, and the event that gives it.
type Answer struct {
	Kind   string          `json:"kind"` // letter, play, nothing, withdrawn; out, over, goes_on; here, record
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
		return t.Say(key, "percent", w.Percent)
	}
	return w.Message
}
