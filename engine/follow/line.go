package follow

import (
	"cmp"
	"slices"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
)

// Type says what a line reports.
type Type string

// What the follower reports. A camera lost and back is the caller's to tell.
const (
	Played    Type = "play"
	Withdrawn Type = "withdrawn" // the last turn was taken back
	Moved     Type = "moved"     // the structure was slid or turned; the board is the same
	Banked    Type = "banked"
	Skipped   Type = "skipped" // a later player moved; an exchange or a pass was not seen
	Amended   Type = "amended" // a turn was read anew, or a provisional reading is settled
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
	Warnings    []engine.Warning  `json:"warnings,omitzero"`
	Counts      *Counts           `json:"counts,omitempty"`
}

// Stack is a cell of the board with its place.
type Stack = nabit.BoardCell

// Candidate is one answer to an unclear line's question.
type Candidate struct {
	Player     engine.Color      `json:"player,omitempty"` // nobody: nothing was played
	Placements []nabit.Placement `json:"placements"`
	TakenBack  int               `json:"taken_back,omitempty"` // turns taken back first
	Confidence float64           `json:"confidence"`
}

// Counts are what a summary tells of the observations.
type Counts struct {
	Observations int `json:"observations"`
	Ignored      int `json:"ignored"` // contradicted everything: a hand, a bag, another table
	Turns        int `json:"turns"`
	Provisional  int `json:"provisional"` // turns never settled
}

// line begins a line of that type at the newest observation.
func (f *Follower) line(t Type) Line {
	return Line{Type: t, Frame: f.frame, TimeS: seconds(f.now)}
}

func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// withBoard adds the board and what it counts.
func (f *Follower) withBoard(l Line) Line {
	l.Board, l.Scores = nabit.BoardCells(f.board()), f.scores()
	if f.unsettled() {
		unsettled := true
		l.Provisional = &unsettled
	}
	return l
}

// unsettled tells whether what the scores rest on may still change: a turn that stands, or a bank.
func (f *Follower) unsettled() bool {
	return f.banks.doubted() || slices.ContainsFunc(f.turns, func(t turn) bool { return t.provisional && !t.ghost })
}

func (f *Follower) scores() []nabit.Score {
	if scores := f.game.State().Scores; scores != nil {
		return scores
	}
	return []nabit.Score{}
}

// turnLine tells a turn: a play, or an amended one. warnings may be nil.
func (f *Follower) turnLine(t Type, played turn, warnings []nabit.Violation) Line {
	l := f.withBoard(f.line(t))
	l.Turn, l.Player, l.Placements = played.number, played.play.Color, slices.Clone(played.play.Placements)
	l.Words = []string{}
	for _, w := range nabit.NewWords(played.before, played.after, played.play) {
		l.Words = append(l.Words, w.Text)
	}
	l.Nabbed = append([]nabit.Nab{}, nabit.Nabbed(played.before, played.after, played.play)...)
	l.Violations = append([]nabit.Violation{}, nabit.Check(played.before, played.play)...)
	for _, w := range warnings {
		l.Warnings = append(l.Warnings, engine.Warning{Code: string(w.Rule), Message: w.Message()})
	}
	provisional := played.provisional || f.unsettled()
	l.Confidence, l.Provisional = round(played.confidence), &provisional
	return l
}

func round(x float64) float64 { return float64(int(x*1000+0.5)) / 1000 }

// candidates are the stories that a person may choose from, likeliest first.
func candidates(stories []story, sums map[string]float64) []Candidate {
	out := []Candidate{}
	told := map[string]bool{}
	for _, s := range stories {
		if key := s.key(); !told[key] && len(out) < mostCandidates {
			told[key] = true
			c := Candidate{TakenBack: s.back, Confidence: round(sums[key]), Placements: []nabit.Placement{}}
			if len(s.plays) > 0 {
				c.Player, c.Placements = s.plays[0].Color, s.plays[0].Placements
			}
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out
}

const mostCandidates = 3
