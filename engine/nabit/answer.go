package nabit

import (
	"encoding/json"
	"maps"

	"tilewatch/engine"
)

// Answer is what an event brought. If it was refused only OK and Violations mean anything.
type Answer struct {
	OK bool
	// Violations are why the event was refused; or, with OK, the rules that a seen play breaks.
	Violations []Violation
	// Warnings are what someone should know: turns out of order, words that are not in the list, later turns that a
	// correction made illegal.
	Warnings []Violation

	Words    []ControlledWord // every word on the board
	NewWords []string         // of this play, or of the corrected one
	Nabbed   []Nab
	Board    []BoardCell
	Scores   []Score // every player, in the order of their turns
	Next     engine.Color
	Turn     int            // turns taken
	Skipped  []engine.Color // whose turns nobody saw
	Hands    []Hand         // every player's tiles
	// Challengeable are the words that may be challenged now, and MayBank may bank a tile now: both until the next turn
	// begins.
	Challengeable []string
	MayBank       engine.Color
	Verdict       Verdict   // of a challenge
	List          *WordList // the word list, where it judged or was named; also of a refused play
	Over          bool
	Winners       []engine.Color // once it is over
	Options       *Options       // of a start: the house rules, defaults included

	// Of a correction, and of undoing and redoing one: the turns that have changed, and the scores before.
	Changed      []Change
	ScoresBefore []Score
	Undone       *Event // what an undo took back
	Redone       *Event

	// Line is the line that was refused, where events come as lines; 0 if they do not.
	Line int

	tieBreak TieBreak
}

// Refuse is the answer to what is no event at all, for the reason given.
func Refuse(reason string) Answer { return refuse(badEvent("%s", reason)) }

func refuse(v []Violation) Answer { return Answer{Violations: v} }

// refused is refuse with the word list, if it was asked.
func (g *Game) refused(v []Violation, o outcome) Answer {
	a := refuse(v)
	if o.asked {
		a.List = g.list
	}
	return a
}

func (g *Game) answer(o outcome) Answer {
	p := g.now()
	words := ControlledWords(p.board)
	a := Answer{OK: true, Violations: o.broken, Warnings: o.warnings, Words: words, NewWords: o.words, Nabbed: o.nabbed,
		Board: BoardCells(p.board), Scores: p.scores(words), Next: p.nextPlayer(), Turn: p.turns, Skipped: o.skipped, Hands: p.shownHands(),
		Verdict: o.verdict, Over: p.over, tieBreak: p.options.TieBreak}
	a.Challengeable, a.MayBank = p.openTo()
	if p.over {
		a.Winners = p.options.Winners(a.Scores)
	}
	if o.asked {
		a.List = g.list
	}
	return a
}

// openTo are the words that may be challenged now, and who may bank.
func (p position) openTo() (words []string, bank engine.Color) {
	if p.window == nil || p.finished {
		return nil, engine.NoColor
	}
	if p.cannotBank(p.window.mover) == "" {
		bank = p.window.mover
	}
	return p.last.Words, bank
}

// MarshalJSON writes the contract's answer: the state after an accepted event, the violations of a refused one.
func (a Answer) MarshalJSON() ([]byte, error) {
	if !a.OK {
		return json.Marshal(struct {
			OK         bool        `json:"ok"`
			Violations []Violation `json:"violations"`
			List       *WordList   `json:"list,omitempty"`
			Line       int         `json:"line,omitempty"`
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
		List       *WordList        `json:"list,omitempty"`
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

// shownScore has the count of the other tie-break too, where the table plays by it.
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

// orNull is null in JSON for nobody.
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
	Missed     bool         `json:"missed,omitempty"` // tiles of turns that nobody saw, told together
	Challenge  *Challenge   `json:"challenge,omitempty"`
	Violations []Violation  `json:"violations,omitempty"`
}

// Challenge is a challenge of a turn's words.
type Challenge struct {
	By      engine.Color `json:"by"`
	Words   []string     `json:"words"`
	Verdict Verdict      `json:"verdict"`
	List    *WordList    `json:"list,omitempty"` // that gave the verdict; nil if a person did
}

// Hand is where a player's 25 tiles are: on the board (covered ones too), on the bank, on the rack, in the bag. The last
// two are zero where the game was taken up under way.
type Hand struct {
	Color  engine.Color `json:"color"`
	Board  int          `json:"board"`
	Banked int          `json:"banked"`
	Rack   int          `json:"rack"`
	Bag    int          `json:"bag"`
	// Announced: the player has said that the last tile is drawn.
	Announced bool `json:"announced,omitempty"`
}

// State is a whole game at one moment. It shares nothing with the game.
type State struct {
	Players []engine.Color `json:"players"`
	Options Options        `json:"options"`
	// Names are what the players are called, as far as somebody said.
	Names  map[engine.Color]string `json:"names,omitempty"`
	Board  engine.Board            `json:"-"`
	Cells  []BoardCell             `json:"board"`
	Words  []ControlledWord        `json:"words"`
	Scores []Score                 `json:"scores"`
	Hands  []Hand                  `json:"hands"`
	Next   engine.Color            `json:"next"` // NoColor: over, or not known
	Turn   int                     `json:"turn"` // turns taken
	Last   *Turn                   `json:"last"` // the newest of Turns; nil before the first
	Turns  []Turn                  `json:"turns"`
	// MayBank may bank a tile now; Challengeable are the words that may be challenged now.
	MayBank       engine.Color   `json:"may_bank,omitempty"`
	Challengeable []string       `json:"challengeable"`
	List          *WordList      `json:"list,omitempty"` // the words under which the game was begun
	Over          bool           `json:"over"`
	Finished      bool           `json:"finished,omitempty"` // somebody has closed the game
	Out           engine.Color   `json:"out,omitempty"`
	Winners       []engine.Color `json:"winners"`
	CanUndo       bool           `json:"can_undo"`
	CanRedo       bool           `json:"can_redo"`
}

// State is the game now; the zero State before the first start.
func (g *Game) State() State {
	if len(g.line) == 0 {
		return State{}
	}
	p := g.now()
	s := State{Players: append([]engine.Color{}, p.players...), Options: p.options, Names: maps.Clone(p.names), Board: maps.Clone(p.board), Cells: BoardCells(p.board),
		Words: ControlledWords(p.board), Hands: p.shownHands(), Next: p.nextPlayer(), Turn: p.turns, Turns: p.log(),
		List: p.list, Over: p.over, Finished: p.finished, Out: p.out, Winners: []engine.Color{}, CanUndo: len(g.done) > 0, CanRedo: len(g.undone) > 0}
	if n := len(s.Turns); n > 0 {
		s.Last = &s.Turns[n-1]
	}
	s.Scores = p.scores(s.Words)
	words, bank := p.openTo()
	s.Challengeable, s.MayBank = append([]string{}, words...), bank
	if p.over {
		s.Winners = append(s.Winners, p.options.Winners(s.Scores)...)
	}
	return s
}

// Board is a copy of the board now.
func (g *Game) Board() engine.Board {
	if len(g.line) == 0 {
		return engine.Board{}
	}
	return maps.Clone(g.now().board)
}

func (p position) shownHands() []Hand {
	hands := make([]Hand, len(p.players))
	for i, c := range p.players {
		h := p.handOf(c)
		hands[i] = Hand{c, h.board, h.banked, h.rack, h.bag, h.announced}
		if p.uncounted {
			hands[i].Rack, hands[i].Bag = 0, 0
		}
	}
	return hands
}
