package nabit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Type is the kind of an event.
type Type string

// The events of a game. All but Withdrawn and Skipped may be typed by people; those two are what a camera
// concludes.
const (
	Start        Type = "start"
	Played       Type = "play"
	Exchanged    Type = "exchange"
	Passed       Type = "pass"
	Banked       Type = "bank"
	Challenged   Type = "challenge"
	AnnouncedEnd Type = "announce_last"
	Caught       Type = "caught"
	Corrected    Type = "correct"
	Undone       Type = "undo"
	Redone       Type = "redo"
	Finished     Type = "finish"
	Withdrawn    Type = "withdrawn" // the tiles of the last play were taken back
	Skipped      Type = "skipped"   // a turn that nobody saw: an exchange or a pass
	Named        Type = "name"      // what a player is called from now on
	Seated       Type = "sit"       // a player has another color from now on, and whoever had that one has theirs
	Marked       Type = engine.Marked
)

// Event is one thing that happened at the table. Which fields count depends on Type; the others are ignored.
type Event struct {
	Type Type `json:"type"`

	// Start: the players in the order of their turns, two to four. A start may take up a game that is already
	// under way, with the Board as it lies and what is Banked; then it is not known who is next unless Player says
	// so, nor how many tiles are left. A Seen start may leave the players open: they join as they play.
	Game    string               `json:"game,omitempty"` // "nabit", or nothing
	Players []engine.Color       `json:"players,omitempty"`
	Options Options              `json:"options,omitzero"`
	Board   []BoardCell          `json:"board,omitempty"`
	Banked  map[engine.Color]int `json:"banked,omitempty"`
	// Names are what the players are called, as far as somebody said.
	Names map[engine.Color]string `json:"names,omitempty"`
	// List is filled in by the game: the word list of a Start, and the one that gave the Verdict.
	List *game.WordList `json:"list,omitempty"`

	Player     engine.Color `json:"player,omitempty"`    // whose turn, bank or announcement it is
	Placements []Placement  `json:"placements,omitzero"` // Played; Corrected: empty, but not nil, if it was no play
	Accepted   []string     `json:"accepted,omitempty"`  // Played: words that the table accepts this once, though its list lacks them
	Count      int          `json:"count,omitempty"`     // Exchanged: how many tiles; 0 if Seen and not known
	Tiles      int          `json:"tiles,omitempty"`     // Banked and Seen: how many lie on the bank now

	// Challenged: by whom, the word or words of the last play, and the verdict. Without one the word list judges;
	// the game's own list of events then holds the verdict.
	By      engine.Color `json:"by,omitempty"`
	Word    string       `json:"word,omitempty"`
	Words   []string     `json:"words,omitempty"`
	Verdict Verdict      `json:"verdict,omitempty"`

	// Corrected, in the words of every game (game.Fold): the event of that number, or what came before one, and what it was.
	Number int             `json:"event,omitempty"`
	Before int             `json:"before,omitempty"`
	To     json.RawMessage `json:"to,omitempty"`
	Remove bool            `json:"remove,omitempty"`

	Turn int          `json:"turn,omitempty"` // Corrected: which turn; Player and Placements say what it was, nil leaves them
	As   Type         `json:"as,omitempty"`   // Corrected: what a turn that was no play was, Exchanged or Passed
	Out  engine.Color `json:"out,omitempty"`  // Finished: who played the last tile, if anyone did
	Name string       `json:"name,omitempty"` // Named: what Player is called; empty: by the color again
	// Color is what Player has after a Seated.
	Color engine.Color `json:"color,omitempty"`

	engine.Mark // Marked

	// Seen marks what the camera saw. What lies on the table cannot be refused: a seen event that breaks a rule is
	// kept together with its violations, and one out of turn skips the turns that were not seen.
	Seen bool `json:"seen,omitempty"`
	// Missed, of a Seen play: its tiles were laid in turns that nobody saw, and are reported together.
	Missed bool `json:"missed,omitempty"`
	// Kept: a game accepted it before, perhaps under rules that were less strict. It is not kept with the event.
	Kept bool `json:"-"`
}

// Verdict is how a challenge ended: Upheld if the challenged word is no word.
type Verdict string

// The verdicts.
const (
	Upheld   Verdict = "upheld"
	Rejected Verdict = "rejected"
)

// BoardCell is a cell with its place, as boards are written in JSON.
type BoardCell struct {
	engine.Place
	engine.Cell
}

// UnmarshalJSON reads a cell; its row and column must be there.
func (c *BoardCell) UnmarshalJSON(data []byte) error {
	var read struct {
		Row, Col *int
		engine.Cell
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	if read.Row == nil || read.Col == nil {
		return errors.New("a cell of the board needs row and col")
	}
	*c = BoardCell{engine.Place{Row: *read.Row, Col: *read.Col}, read.Cell}
	return nil
}

// BoardCells are the board's cells by row, then column.
func BoardCells(b engine.Board) []BoardCell {
	cells := make([]BoardCell, 0, len(b))
	for _, p := range b.Places() {
		cells = append(cells, BoardCell{p, b[p]})
	}
	return cells
}

// UnmarshalJSON reads a placement; row, column and letter must be there, since a forgotten one would be a
// different play.
func (t *Placement) UnmarshalJSON(data []byte) error {
	var read struct {
		Row, Col *int
		Letter   *engine.Letter
		Blank    bool
		Height   int
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	if read.Row == nil || read.Col == nil || read.Letter == nil {
		return errors.New("a placement needs row, col and letter")
	}
	*t = Placement{engine.Place{Row: *read.Row, Col: *read.Col}, *read.Letter, read.Blank, read.Height}
	return nil
}

// ParseEvent reads one event from JSON. Unknown fields are ignored, unknown types are left to the game to refuse.
func ParseEvent(data []byte) (Event, error) {
	var e Event
	if len(bytes.TrimSpace(data)) == 0 {
		return Event{}, errors.New("not an event: the line is empty")
	}
	err := json.Unmarshal(data, &e)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return Event{}, fmt.Errorf("not an event: %q cannot be a %s", wrong.Field, wrong.Value)
	}
	if err != nil {
		return Event{}, fmt.Errorf("not an event: %w", err)
	}
	return e, nil
}

// JSON is the event as it is kept.
func (e Event) JSON() json.RawMessage {
	data, err := json.Marshal(e)
	if err != nil {
		panic(fmt.Sprintf("nabit: an event does not marshal: %v", err)) // plain data
	}
	return data
}

// relevant is a copy of what counts in an event of its type. A game keeps nothing else, however much was sent.
func (e Event) relevant() Event {
	r := Event{Type: e.Type, Seen: e.Seen}
	switch e.Type {
	case Start:
		r.Game, r.Options, r.Player, r.List = e.Game, e.Options, e.Player, e.List
		r.Players, r.Board, r.Banked = slices.Clone(e.Players), slices.Clone(e.Board), maps.Clone(e.Banked)
		r.Names = maps.Clone(e.Names)
	case Named:
		r.Player, r.Name = e.Player, e.Name
	case Seated:
		r.Player, r.Color = e.Player, e.Color
	case Marked:
		r.Mark = e.Mark
	case Played:
		r.Player, r.Placements = e.Player, slices.Clone(e.Placements)
		for _, w := range e.Accepted[:min(len(e.Accepted), maxTiles)] {
			if len(w) <= maxTiles {
				r.Accepted = append(r.Accepted, strings.ToUpper(w))
			}
		}
	case Corrected:
		r.Turn, r.Player, r.Placements, r.As = e.Turn, e.Player, slices.Clone(e.Placements), e.As
		r.Number, r.Before, r.To, r.Remove = e.Number, e.Before, e.To, e.Remove
	case Exchanged:
		r.Player, r.Count = e.Player, e.Count
	case Banked:
		r.Player, r.Tiles = e.Player, e.Tiles
	case Challenged:
		r.By, r.Word, r.Words, r.Verdict = e.By, e.Word, distinct(slices.Clone(e.Words)), e.Verdict
		if e.Verdict != "" {
			r.List = e.List
		}
	case Finished:
		r.Out = e.Out
	default:
		r.Player = e.Player
	}
	if slices.Contains([]Type{Played, Skipped, Exchanged, Passed}, e.Type) { // a play that was corrected to none may be corrected back
		r.Missed = e.Missed && e.Seen
	}
	if l := r.List; l != nil && len(l.Name)+len(l.Hash) > longest {
		r.List = nil
	}
	return r
}

// challenged are the words of a challenge.
func (e Event) challenged() []string {
	if e.Word != "" {
		return append([]string{e.Word}, e.Words...)
	}
	return e.Words
}

// distinct returns the words without repetitions, in their order.
func distinct(words []string) []string {
	seen := make(map[string]bool, len(words))
	return slices.DeleteFunc(words, func(w string) bool {
		had := seen[w]
		seen[w] = true
		return had
	})
}
