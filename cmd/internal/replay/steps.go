package replay

import (
	"fmt"
	"iter"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/history"
)

// step is one event with its result.
type step struct {
	Seq    uint64       `json:"seq,omitempty"`  // of what was recorded; not of a turn as it stands
	Time   string       `json:"time,omitempty"` // the same
	Turn   int          `json:"turn"`           // turns taken after it
	Event  nabit.Event  `json:"event"`
	Answer nabit.Answer `json:"answer"`

	laid []nabit.Placement // of the turn, while it is the last
}

// steps are what the command shows. An error of them ends the command.
func (v *View) steps(g journal.Game) iter.Seq2[step, error] {
	if v.Recorded {
		return recorded(g)
	}
	return func(yield func(step, error) bool) {
		events, err := history.Events(g)
		if err != nil {
			yield(step{}, cli.Fail(err))
			return
		}
		whole, err := nabit.Replay(nil, events)
		if err != nil {
			yield(step{}, cli.Fail(fmt.Errorf("game %q: %w", g.Game, err)))
			return
		}
		steps := standing(whole)
		if v.Turn != EveryTurn {
			steps = v.chosen(steps)
		}
		for s, err := range steps {
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// standing are the events that stand, played again.
func standing(whole *nabit.Game) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		game, last := nabit.New(nabit.AnyWord{}), step{}
		for _, e := range whole.Standing() {
			a := game.Apply(e)
			if !a.OK {
				continue // a correction took its ground
			}
			if last = last.then(e, a); !yield(last, nil) {
				return
			}
		}
	}
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

// chosen is the chosen turn as it ended.
func (v *View) chosen(steps iter.Seq2[step, error]) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		var found *step
		last := 0
		for s := range steps {
			if last = s.Turn; last == v.Turn {
				found = &s
			}
		}
		if found == nil {
			yield(step{}, fmt.Errorf("--turn %d: the game has the turns 0 to %d", v.Turn, last))
			return
		}
		yield(*found, nil)
	}
}

// recorded are all events in the order in which they were kept.
func recorded(g journal.Game) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		events, err := history.Events(g)
		if err != nil {
			yield(step{}, cli.Fail(err))
			return
		}
		game, last := nabit.New(nabit.AnyWord{}), step{}
		for i, e := range events {
			a := game.Apply(e)
			if !a.OK {
				yield(step{}, cli.Fail(fmt.Errorf("game %q, event %d: %s", g.Game, i+1, a.Violations[0].Message())))
				return
			}
			last = last.then(e, a)
			last.Seq, last.Time = g.Events[i].Seq, g.Events[i].Time.Format(cli.TimeLayout)
			if !yield(last, nil) {
				return
			}
		}
	}
}
