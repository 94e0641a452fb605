package history

import (
	"time"

	"tilewatch/engine/nabit"
)

// fixed is the correction of a turn.
type fixed struct {
	turn int
	Correction
}

// fixes are what turns were taken for before they were corrected, oldest first, by all events together. Corrections that were undone are
// left out.
func fixes(events []nabit.Event, times []time.Time) map[int][]Correction {
	game := nabit.New(nabit.AnyWord{})
	var done, undone []*fixed // as the game keeps what can be undone and done again, the newest last; nil: no correction
	for i, e := range events {
		a := game.Apply(e)
		switch {
		case !a.OK || e.Type == nabit.Marked: // no move
		case e.Type == nabit.Start:
			done, undone = nil, nil
		case e.Type == nabit.Undone:
			done, undone = moved(done, undone)
		case e.Type == nabit.Redone:
			undone, done = moved(undone, done)
		default:
			done, undone = append(done, fixOf(e, at(times, i), a)), nil
		}
	}
	all := map[int][]Correction{}
	for _, f := range done {
		if f != nil {
			all[f.turn] = append(all[f.turn], f.Correction)
		}
	}
	return all
}

// moved moves the newest of one list to the other.
func moved(from, to []*fixed) (less, more []*fixed) {
	last := len(from) - 1
	if last < 0 {
		return from, to
	}
	return from[:last], append(to, from[last])
}

// fixOf is the turn as it was first read; nil if the event left it unchanged.
func fixOf(e nabit.Event, at time.Time, a nabit.Answer) *fixed {
	for _, c := range a.Changed {
		if e.Type == nabit.Corrected && c.Turn == e.Turn && c.Before != nil {
			return &fixed{e.Turn, Correction{at, e.Seen, *c.Before}}
		}
	}
	return nil
}

// at is when the event of that index was recorded; zero if that is not known.
func at(times []time.Time, i int) (t time.Time) {
	if i < len(times) {
		t = times[i]
	}
	return t
}
