package nabit

import (
	"encoding/json"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Answer is the outcome of an event. After a refusal only OK and Violations mean anything.
type Answer struct {
	OK    bool
	Event Event // as the game keeps it; not part of the JSON
	// Violations are why the event was refused; or, with OK, the rules that a seen play breaks.
	Violations []Violation
	// Warnings concern turns out of order, words that are not in the list, and later turns that a correction made illegal.
	Warnings []Violation

	Words    []ControlledWord // every word on the board
	NewWords []string         // of this play, or of the corrected one
	Nabbed   []Nab
	Board    []BoardCell
	Scores   []Score // every player, in the order of their turns
	Next     engine.Color
	Turn     int            // turns taken
	Skipped  []engine.Color // the players whose turns nobody saw
	Hands    []Hand         // every player's tiles
	// Players may challenge the Challengeable words, and MayBank may bank a tile, until the next turn begins.
	Challengeable []string
	MayBank       engine.Color
	Verdict       Verdict        // of a challenge
	Challenged    []string       // with a verdict: the words of the turn that were challenged so far; not part of the JSON
	List          *game.WordList // the word list, where it judged or was named; also of a refused play
	Over          bool
	Winners       []engine.Color // once it is over
	Options       *Options       // of a start: the house rules, defaults included

	// Of a correction, and of undoing and redoing one: the turns that have changed, and the scores before.
	Changed      []Change
	ScoresBefore []Score
	Undone       *Event // the event that an undo took back
	Redone       *Event

	// Line is the number of the refused line where events come as lines; 0 elsewhere.
	Line int

	tieBreak TieBreak
}

// Refuse returns the answer to input that is no event, for the given reason.
func Refuse(reason string) Answer { return refuse(badEvent("%s", reason)) }

func refuse(v []Violation) Answer { return Answer{Violations: v} }

// Plain is the answer as any game's.
func (a Answer) Plain() game.Answer {
	plain := game.Answer{OK: a.OK, Whole: func(line int) any { a.Line = line; return a }}
	for _, v := range a.Violations {
		if !a.OK {
			plain.Violations = append(plain.Violations, game.Violation{Rule: string(v.Rule), Message: v.Message()})
		}
	}
	return plain
}

// MarshalJSON writes the contract's answer: the state after an accepted event, the violations of a refused one.
func (a Answer) MarshalJSON() ([]byte, error) {
	if !a.OK {
		return json.Marshal(struct {
			OK         bool           `json:"ok"`
			Violations []Violation    `json:"violations"`
			List       *game.WordList `json:"list,omitempty"`
			Line       int            `json:"line,omitempty"`
		}{false, orEmpty(a.Violations), a.List, a.Line})
	}
	return json.Marshal(struct {
		OK         bool             `json:"ok"`
		Words      []ControlledWord `json:"words"`
		NewWords   []string         `json:"new_words"`
		Nabbed     []Nab            `json:"nabbed"`
		Board      []BoardCell      `json:"board"`
		Scores     []shownScore     `json:"scores"`
		Next       *engine.Color    `json:"next"`
		Turn       int              `json:"turn"`
		Hands      []Hand           `json:"hands"`
		Challenge  []string         `json:"challengeable"`
		MayBank    engine.Color     `json:"may_bank,omitempty"`
		Skipped    []engine.Color   `json:"skipped,omitempty"`
		Verdict    Verdict          `json:"verdict,omitempty"`
		List       *game.WordList   `json:"list,omitempty"`
		Over       bool             `json:"over,omitempty"`
		Winners    []engine.Color   `json:"winners,omitempty"`
		Options    *Options         `json:"options,omitempty"`
		Changed    []Change         `json:"changed,omitzero"`
		Before     []Score          `json:"scores_before,omitempty"`
		Undone     *Event           `json:"undone,omitempty"`
		Redone     *Event           `json:"redone,omitempty"`
		Violations []Violation      `json:"violations,omitempty"`
		Warnings   []Violation      `json:"warnings,omitempty"`
	}{true, orEmpty(a.Words), orEmpty(a.NewWords), orEmpty(a.Nabbed), orEmpty(a.Board), a.shownScores(), orNull(a.Next), a.Turn, a.Hands,
		orEmpty(a.Challengeable), a.MayBank, a.Skipped, a.Verdict, a.List, a.Over, a.Winners, a.Options, a.Changed, a.ScoresBefore, a.Undone, a.Redone,
		a.Violations, a.Warnings})
}

// shownScore adds the count of the other tie-break where the table plays by it.
type shownScore struct {
	Score
	Topped *int `json:"words_topped,omitempty"`
}

func (a Answer) shownScores() []shownScore {
	shown := make([]shownScore, len(a.Scores))
	for i, s := range a.Scores {
		shown[i].Score = s
		if a.tieBreak == WordsTopped {
			shown[i].Topped = &s.WordsTopped
		}
	}
	return shown
}

// orNull makes nobody null in JSON.
func orNull(c engine.Color) *engine.Color {
	if c == engine.NoColor {
		return nil
	}
	return &c
}

// Turn is one turn as the log keeps it.
type Turn struct {
	Number     int          `json:"turn"` // from 1; a withdrawn play gives its number to the next try
	Kind       Type         `json:"kind"` // Played, Exchanged, Passed or Skipped
	Player     engine.Color `json:"player"`
	Placements []Placement  `json:"placements,omitempty"`
	Words      []string     `json:"words,omitempty"` // new ones
	Nabbed     []Nab        `json:"nabbed,omitempty"`
	Count      int          `json:"count,omitempty"` // tiles exchanged
	Banked     bool         `json:"banked,omitempty"`
	Withdrawn  bool         `json:"withdrawn,omitempty"`
	Seen       bool         `json:"seen,omitempty"`
	Missed     bool         `json:"missed,omitempty"` // tiles of turns that nobody saw, recorded together
	Challenge  *Challenge   `json:"challenge,omitempty"`
	Violations []Violation  `json:"violations,omitempty"`
}

// Challenge is a challenge of a turn's words.
type Challenge struct {
	By      engine.Color   `json:"by"`
	Words   []string       `json:"words"`
	Verdict Verdict        `json:"verdict"`
	List    *game.WordList `json:"list,omitempty"` // that gave the verdict; nil if a person did
}

// Hand counts a player's 25 tiles: on the board (covered ones too), on the bank, on the rack, in the bag. The last
// two are zero in a game that was joined while it was running.
type Hand struct {
	Color  engine.Color `json:"color"`
	Board  int          `json:"board"`
	Banked int          `json:"banked"`
	Rack   int          `json:"rack"`
	Bag    int          `json:"bag"`
	// Announced says that the player announced drawing the last tile.
	Announced bool `json:"announced,omitempty"`
}

// State is a whole game at one moment. It shares nothing with the game.
type State struct {
	Players []engine.Color `json:"players"`
	Options Options        `json:"options"`
	// Names are the names that somebody gave the players.
	Names  map[engine.Color]string `json:"names,omitempty"`
	Open   bool                    `json:"-"` // nobody said who plays: players join as they are seen
	Start  []BoardCell             `json:"-"` // the board before the first turn
	Board  engine.Board            `json:"-"`
	Cells  []BoardCell             `json:"board"`
	Words  []ControlledWord        `json:"words"`
	Scores []Score                 `json:"scores"`
	Hands  []Hand                  `json:"hands"`
	Next   engine.Color            `json:"next"` // NoColor: over, or not known
	Turn   int                     `json:"turn"` // turns taken
	Last   *Turn                   `json:"last"` // the newest of Turns; nil before the first
	Turns  []Turn                  `json:"turns"`
	// MayBank may bank a tile now; players may challenge the Challengeable words now.
	MayBank       engine.Color   `json:"may_bank,omitempty"`
	Challengeable []string       `json:"challengeable"`
	MustPlay      bool           `json:"must_play,omitempty"` // Next plays again or exchanges, and cannot pass: the play was challenged with success
	List          *game.WordList `json:"list,omitempty"`      // the word list that the game began with
	Over          bool           `json:"over"`
	Finished      bool           `json:"finished,omitempty"` // somebody has closed the game
	Out           engine.Color   `json:"out,omitempty"`
	Winners       []engine.Color `json:"winners"`
	CanUndo       bool           `json:"can_undo"`
	CanRedo       bool           `json:"can_redo"`
	Life          engine.Life    `json:"life"`
	Title         string         `json:"title,omitempty"` // what people call the game
}

// Change is one turn before and after a correction. A nil Before says that the correction added the turn, a nil After that it removed
// the turn.
type Change struct {
	Turn   int   `json:"turn"`
	Before *Turn `json:"before"`
	After  *Turn `json:"after"`
}
