package scoreboard

import (
	"encoding/json"
	"time"

	"tilewatch/engine"
)

// Sent is a State as the API answers it: what all games have and what a Crossword has side by side, in the order that readers know.
type Sent struct {
	Seq           uint64           `json:"seq"`
	Table         string           `json:"table"`
	Game          string           `json:"game"`
	Life          engine.Life      `json:"life"`
	Status        Status           `json:"status"`
	StatusText    string           `json:"status_text,omitempty"`
	Turn          int              `json:"turn"`
	Players       []Player         `json:"players"`
	Next          engine.Color     `json:"next"`
	Board         []Cell           `json:"board"` // never null, nor are the words
	Words         []Word           `json:"words"`
	LastTurn      *Turn            `json:"last_turn,omitempty"`
	Winners       []engine.Color   `json:"winners,omitempty"`
	Warnings      []engine.Warning `json:"warnings,omitempty"`
	Question      string           `json:"question,omitempty"`
	Unseen        []Unseen         `json:"unseen,omitempty"`
	Ask           *Ask             `json:"ask,omitempty"`
	Provisional   bool             `json:"provisional"`
	Events        int              `json:"events"`
	Hands         []Supply         `json:"hands,omitempty"`
	MayBank       engine.Color     `json:"may_bank,omitempty"`
	List          string           `json:"list,omitempty"`
	MustPlay      bool             `json:"must_play,omitempty"`
	TakeBack      engine.Color     `json:"take_back,omitempty"`
	Lying         []engine.Place   `json:"lying,omitempty"`
	Challengeable []string         `json:"challengeable,omitempty"`
	Verdict       *Verdict         `json:"verdict,omitempty"`
	Undo          *Deed            `json:"undo,omitempty"`
	Redo          *Deed            `json:"redo,omitempty"`
	Notice        *Notice          `json:"notice,omitempty"`
	Aids          Aids             `json:"aids"`
	Evening       *Evening         `json:"evening,omitempty"`
	AskedWords    []string         `json:"asked_words,omitempty"`
	LookUp        bool             `json:"look_up,omitempty"`
	Detail        any              `json:"detail,omitempty"` // of other games
	TurnSince     time.Time        `json:"turn_since,omitzero"`
	Updated       time.Time        `json:"updated"`
}

// Sent is the state for the API.
func (s State) Sent() Sent {
	c, crossword := s.Detail.(Crossword)
	if crossword {
		s.Detail = nil
	}
	return Sent{
		Seq: s.Seq, Table: s.Table, Game: s.Game, Life: s.Life, Status: s.Status, StatusText: s.StatusText,
		Turn: s.Turn, Players: s.Players, Next: s.Next, Board: append([]Cell{}, c.Board...), Words: append([]Word{}, c.Words...), LastTurn: s.LastTurn,
		Winners: s.Winners, Warnings: s.Warnings, Question: c.Question, Unseen: c.Unseen, Ask: c.Ask, Provisional: c.Provisional,
		Events: s.Events, Hands: c.Hands, MayBank: c.MayBank, List: s.List, MustPlay: c.MustPlay, TakeBack: c.TakeBack, Lying: c.Lying,
		Challengeable: c.Challengeable, Verdict: s.Verdict, Undo: s.Undo, Redo: s.Redo, Notice: s.Notice, Aids: s.Aids, Evening: s.Evening, AskedWords: s.AskedWords, LookUp: s.LookUp,
		Detail: s.Detail, TurnSince: s.TurnSince, Updated: s.Updated,
	}
}

// MarshalJSON is the state as it is sent.
func (s State) MarshalJSON() ([]byte, error) { return json.Marshal(s.Sent()) }
