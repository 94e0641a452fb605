package record

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
)

// Stored is a game that was kept.
type Stored struct {
	journal.Info
	Journaled []journal.Event
	Events    []nabit.Event // the same, read
}

// Read reads the game's events.
func Read(g journal.Game) (*Stored, error) {
	if g.Kind != Kind {
		return nil, fmt.Errorf("game %q is %s; this works with NAB-IT! only", g.Game, g.Kind)
	}
	if len(g.Events) == 0 {
		return nil, fmt.Errorf("game %q has no events", g.Game)
	}
	s := &Stored{Info: journal.Info{Header: g.Header, Last: uint64(len(g.Events)), Changed: g.Created}, Journaled: g.Events}
	for _, e := range g.Events {
		event, err := nabit.ParseEvent(e.Payload)
		if err != nil {
			return nil, fmt.Errorf("event %d of game %q: %w", e.Seq, g.Game, err)
		}
		s.Events = append(s.Events, event)
		s.Changed = e.Time
	}
	return s, nil
}

// History is the game turn by turn.
func (s *Stored) History() (*history.Game, error) {
	times := make([]time.Time, len(s.Journaled))
	for i, e := range s.Journaled {
		times[i] = e.Time
	}
	return history.Of(s.Events, times)
}

// Summary is a game in a few words.
type Summary struct {
	Players  []engine.Color `json:"players"`
	Turns    int            `json:"turns"`
	Life     engine.Life    `json:"life"`
	Title    string         `json:"title,omitempty"` // what people call it
	Finished bool           `json:"finished"`
	Scores   []nabit.Score  `json:"scores"`
	Winners  []engine.Color `json:"winners,omitempty"`
}

// Summarize plays the game to its end.
func (s *Stored) Summarize() (Summary, error) {
	game, err := nabit.Replay(nil, s.Events)
	if err != nil {
		return Summary{}, fmt.Errorf("game %q: %w", s.Game, err)
	}
	state := game.State()
	sum := Summary{Players: state.Players, Turns: state.Turn, Life: state.Life, Title: state.Title, Finished: state.Life == engine.Ended, Scores: state.Scores}
	if sum.Finished {
		sum.Winners = state.Winners
	}
	if len(game.Standing()[0].Players) == 0 { // nobody said who plays: also those of whom nobody has seen a turn
		for _, score := range nabit.Scores(state.Board, nil, engine.NoColor, nil) {
			if !slices.Contains(sum.Players, score.Color) {
				sum.Players, sum.Scores = append(sum.Players, score.Color), append(sum.Scores, score)
			}
		}
	}
	return sum, nil
}

// Line is the score in a line, players in the order of their turns: "red 7, green 5".
func (s Summary) Line() string {
	var parts []string
	for _, score := range s.Scores {
		parts = append(parts, fmt.Sprintf("%s %d", score.Color, score.Total))
	}
	return strings.Join(parts, ", ")
}
