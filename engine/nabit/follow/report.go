package follow

import (
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/review"
)

// Type says what a line reports.
type Type string

// What the follower reports. The caller reports a camera lost and back.
const (
	Played    Type = "play"
	Withdrawn Type = "withdrawn" // the last turn was taken back
	Moved     Type = "moved"     // the structure was slid or turned; the board is the same
	Banked    Type = "banked"
	Skipped   Type = "skipped" // a later player moved; nobody saw an exchange or a pass
	Amended   Type = "amended" // a turn was read again, or a provisional reading is settled
	Unclear   Type = "unclear" // needs a person
	Joined    Type = "joined"  // a game that was running already; turns begin after it
	Resumed   Type = "resumed" // the table shows the remembered game: it goes on
	Summary   Type = "summary"
)

// Line is one event as "tilewatch watch" prints it. Lists that belong to a type are never null; what does not
// belong to it is left out.
type Line struct {
	Type        Type              `json:"type"`
	Frame       int               `json:"frame"` // the newest seen
	TimeS       float64           `json:"time_s"`
	Turn        int               `json:"turn,omitempty"`
	Player      engine.Color      `json:"player,omitempty"`
	Placements  []nabit.Placement `json:"placements,omitzero"`
	Words       []string          `json:"words,omitzero"` // new words of the turn
	Nabbed      []nabit.Nab       `json:"nabbed,omitzero"`
	Violations  []nabit.Violation `json:"violations,omitzero"`
	Tiles       int               `json:"tiles,omitempty"` // banked, in all
	Board       []Stack           `json:"board,omitzero"`
	Scores      []nabit.Score     `json:"scores,omitzero"`
	Winners     []engine.Color    `json:"winners,omitzero"`
	Confidence  float64           `json:"confidence,omitempty"`
	Provisional *bool             `json:"provisional,omitempty"`
	Question    string            `json:"question,omitempty"`
	Candidates  []Candidate       `json:"candidates,omitzero"`
	Differs     []Difference      `json:"differs,omitempty"` // unclear: where the table shows something else than the record
	Totals      []Total           `json:"totals,omitempty"`  // unclear: where a picture read by itself is sure of another count
	Warnings    []engine.Warning  `json:"warnings,omitzero"`
	Counts      *Counts           `json:"counts,omitempty"`
}

// Stack is a cell of the board with its place.
type Stack = nabit.BoardCell

// Difference is a place where the table at rest shows something else than the record.
type Difference = review.Difference

// Candidate is one answer to an unclear line's question.
type Candidate struct {
	Player     engine.Color      `json:"player,omitempty"` // nobody: nothing was played
	Placements []nabit.Placement `json:"placements"`
	TakenBack  int               `json:"taken_back,omitempty"` // turns taken back first
	Confidence float64           `json:"confidence"`
}

// Counts are a summary's counts of observations and turns.
type Counts struct {
	Observations int `json:"observations"`
	Ignored      int `json:"ignored"` // contradicted everything: a hand, a bag, another table
	Turns        int `json:"turns"`
	Provisional  int `json:"provisional"` // turns never settled
}
