package history

import (
	"time"

	"tilewatch/engine/nabit"
)

// recorded is when turns were played, and what was corrected, as all events together tell.
type recorded struct {
	began time.Time
	times map[int][]time.Time // by turn, one for each try
	fixes map[int][]Correction
}

// record goes through all events, those that were undone among them.
func record(events []nabit.Event, times []time.Time) recorded {
	r := recorded{times: map[int][]time.Time{}, fixes: map[int][]Correction{}}
	game := nabit.New(anyWord{})
	var gone []func() // what redoing brings back
	for i, e := range events {
		var at time.Time
		if i < len(times) {
			at = times[i]
		}
		before := len(game.State().Turns)
		turns := game.State().Turns
		a := game.Apply(e)
		switch {
		case !a.OK:
			continue
		case e.Type == nabit.Start:
			r = recorded{began: at, times: map[int][]time.Time{}, fixes: map[int][]Correction{}}
		case e.Type == nabit.Corrected:
			r.fix(e, at, turns)
		case e.Type == nabit.Undone:
			gone = append(gone, r.undo(a.Undone, turns, before-len(game.State().Turns)))
		case e.Type == nabit.Redone:
			if n := len(gone); n > 0 {
				gone[n-1]()
				gone = gone[:n-1]
			}
		default:
			r.grow(game.State().Turns, before, at)
		}
		if e.Type != nabit.Undone && e.Type != nabit.Redone {
			gone = nil
		}
	}
	return r
}

// grow notes the time of new turns.
func (r recorded) grow(turns []nabit.Turn, before int, at time.Time) {
	for _, t := range turns[min(before, len(turns)):] {
		r.times[t.Number] = append(r.times[t.Number], at)
	}
}

// fix notes what the turn was taken for.
func (r recorded) fix(e nabit.Event, at time.Time, turns []nabit.Turn) {
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].Number == e.Turn && !turns[i].Withdrawn {
			r.fixes[e.Turn] = append(r.fixes[e.Turn], Correction{at, e.Seen, turns[i]})
			return
		}
	}
}

// undo forgets what the undone event brought, and answers how to bring it back. lost are the turns that went.
func (r recorded) undo(undone *nabit.Event, turns []nabit.Turn, lost int) func() {
	if undone.Type == nabit.Corrected {
		fixes := r.fixes[undone.Turn]
		if len(fixes) == 0 {
			return func() {}
		}
		r.fixes[undone.Turn] = fixes[:len(fixes)-1]
		return func() { r.fixes[undone.Turn] = append(r.fixes[undone.Turn], fixes[len(fixes)-1]) }
	}
	var back []func()
	for i := len(turns) - 1; i >= max(0, len(turns)-lost); i-- {
		n := turns[i].Number
		times := r.times[n]
		if len(times) == 0 {
			continue
		}
		last := times[len(times)-1]
		r.times[n] = times[:len(times)-1]
		back = append(back, func() { r.times[n] = append(r.times[n], last) })
	}
	return func() {
		for _, b := range back {
			b()
		}
	}
}
