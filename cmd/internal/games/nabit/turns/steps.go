package turns

import (
	"fmt"
	"iter"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/replay"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/retold"
)

// Of shows the game.
func Of(g journal.Game) (replay.Game, error) {
	return replay.Game{
		Title: g.Title, Heading: heading(g), Unit: "turns",
		Steps: func(recorded bool) iter.Seq2[replay.Step, error] { return steps(g, recorded) },
		Board: func(turn int) (replay.Drawing, error) { return draw(g, turn) },
		Whole: func() (retold.Kept, error) { return webnabit.Retell(g) },
	}, nil
}

// step is one event with its result.
type step struct {
	Seq    uint64       `json:"seq,omitempty"`  // of what was recorded; not of a turn as it stands
	Time   string       `json:"time,omitempty"` // the same
	Turn   int          `json:"turn"`           // turns taken after it
	Event  nabit.Event  `json:"event"`
	Answer nabit.Answer `json:"answer"`

	laid []nabit.Placement // of the turn, while it is the last
}

// steps are the events that stand, or all in the order in which they were recorded, played again.
func steps(g journal.Game, recorded bool) iter.Seq2[replay.Step, error] {
	return func(yield func(replay.Step, error) bool) {
		events, err := history.Events(g)
		if err == nil && !recorded {
			events, err = standing(g, events)
		}
		if err != nil {
			yield(replay.Step{}, cli.Fail(err))
			return
		}
		game, last := nabit.New(nabit.AnyWord{}), step{}
		for i, e := range events {
			a := game.Apply(e)
			switch {
			case !a.OK && recorded:
				yield(replay.Step{}, cli.Fail(fmt.Errorf("game %q, event %d: %s", g.Game, i+1, a.Violations[0].Message())))
				return
			case !a.OK:
				continue // a correction took its ground
			}
			if last = last.then(e, a); recorded {
				last.Seq, last.Time = g.Events[i].Seq, g.Events[i].Time.Format(cli.TimeLayout)
			}
			s := last
			if !yield(replay.Step{Turn: s.Turn, JSON: s, Text: func(p term.Painter) string { return painter{p}.step(s) }}, nil) {
				return
			}
		}
	}
}

// standing are those of the events that stand.
func standing(g journal.Game, events []nabit.Event) ([]nabit.Event, error) {
	whole, err := nabit.Replay(nil, events)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", g.Game, err)
	}
	return whole.Standing(), nil
}

// then is the step that the event makes after this one.
func (s step) then(e nabit.Event, a nabit.Answer) step {
	next := step{Turn: a.Turn, Event: e, Answer: a}
	switch {
	case e.Type == nabit.Played || e.Type == nabit.Corrected:
		next.laid = e.Placements
	case a.Turn == s.Turn: // still the same turn: a banked tile, a challenge
		next.laid = s.laid
	}
	return next
}
