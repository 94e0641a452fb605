package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
)

// ErrNone is the answer where no game can be taken up.
var ErrNone = errors.New("no game is under way")

// Stored is a game that was kept.
type Stored struct {
	journal.Info
	Journaled []journal.Event
	Events    []nabit.Event // the same, read
}

// Mender repairs a damaged game as far as it can; journal.SQLite does.
type Mender interface {
	Repair(ctx context.Context, game string) (journal.Repaired, error)
}

// Current is the game that was played last, if it is not over: ErrNone if it is, or there is none. A damaged one is
// repaired if the journal can do that; note takes a sentence about it.
func Current(ctx context.Context, j journal.Journal, note func(string)) (*Stored, error) {
	games, err := UnderWay(ctx, j, 1, note)
	switch {
	case err != nil:
		return nil, err
	case len(games) == 0:
		return nil, ErrNone
	}
	return games[0], nil
}

// UnderWay are those of the last games, so many at most, that are not over, the newest first. What is wrong with a game
// is noted, and the game left out; a damaged one is repaired if the journal can do that.
func UnderWay(ctx context.Context, j journal.Journal, last int, note func(string)) ([]*Stored, error) {
	games, err := j.Games(ctx)
	if err != nil {
		return nil, err
	}
	games = slices.DeleteFunc(games, func(i journal.Info) bool { return i.Kind != Kind })
	slices.Reverse(games)
	var open []*Stored
	for _, info := range games[:min(last, len(games))] {
		stored, err := loadMended(ctx, j, info, note)
		if err != nil {
			note(fmt.Sprintf("game %q: %v", info.Game, err))
			continue
		}
		summary, err := stored.Summarize()
		if err != nil {
			note(err.Error())
		} else if !summary.Finished {
			open = append(open, stored)
		}
	}
	return open, ctx.Err()
}

func loadMended(ctx context.Context, j journal.Journal, info journal.Info, note func(string)) (*Stored, error) {
	stored, err := Load(ctx, j, info)
	var damage *journal.Damage
	mender, can := j.(Mender)
	if !can || !errors.As(err, &damage) {
		return stored, err
	}
	mended, err := mender.Repair(ctx, info.Game)
	if err != nil {
		return nil, err
	}
	note(mended.String())
	g, err := journal.Load(ctx, j, info.Game)
	if err != nil {
		return nil, err
	}
	return Read(g)
}

// Load is the game of a list.
func Load(ctx context.Context, j journal.Journal, info journal.Info) (*Stored, error) {
	g, err := info.Load(ctx, j)
	if err != nil {
		return nil, err
	}
	return Read(g)
}

// Read reads the game's events.
func Read(g journal.Game) (*Stored, error) {
	if g.Kind != Kind {
		return nil, fmt.Errorf("game %q is no nabit but %s", g.Game, g.Kind)
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
	sum := Summary{state.Players, state.Turn, state.Over, state.Scores, state.Winners}
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
