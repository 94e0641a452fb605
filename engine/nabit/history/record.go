package history

import (
	"time"

	"tilewatch/engine/nabit"
)

// recorded is when turns were played, and what was corrected, by all events together.
type recorded struct {
	began time.Time
	times map[int][]time.Time // by turn, one for each try
	fixes map[int][]Correction

	done, undone []brought // as the game keeps what can be undone and done again, the newest last
}

// brought is what one event brought: turns, with their time, or a correction.
type brought struct {
	turns []int
	at    time.Time
	fixed int // turn; 0: no correction
	fix   *Correction
}

// record goes through all events, those that were undone among them.
func record(events []nabit.Event, times []time.Time) *recorded {
	r := newRecorded(time.Time{})
	game := nabit.New(nabit.AnyWord{})
	turn := 0
	for i, e := range events {
		var at time.Time
		if i < len(times) {
			at = times[i]
		}
		a := game.Apply(e)
		if !a.OK {
			continue
		}
		switch e.Type {
		case nabit.Start:
			r = newRecorded(at)
		case nabit.Undone:
			r.undo()
		case nabit.Redone:
			r.redo()
		case nabit.Marked: // no move
		default:
			b := brought{at: at}
			if e.Type == nabit.Corrected {
				b.fixed, b.fix = e.Turn, correctionOf(e, at, a)
			} else {
				for n := turn + 1; n <= a.Turn; n++ {
					b.turns = append(b.turns, n)
				}
			}
			r.bring(b)
			r.undone = nil
		}
		turn = a.Turn
	}
	return r
}

func newRecorded(began time.Time) *recorded {
	return &recorded{began: began, times: map[int][]time.Time{}, fixes: map[int][]Correction{}}
}

// correctionOf is the turn as it was first read; nil if the correction left it unchanged.
func correctionOf(e nabit.Event, at time.Time, a nabit.Answer) *Correction {
	for _, c := range a.Changed {
		if c.Turn == e.Turn && c.Before != nil {
			return &Correction{at, e.Seen, *c.Before}
		}
	}
	return nil
}

func (r *recorded) bring(b brought) {
	for _, n := range b.turns {
		r.times[n] = append(r.times[n], b.at)
	}
	if b.fix != nil {
		r.fixes[b.fixed] = append(r.fixes[b.fixed], *b.fix)
	}
	r.done = append(r.done, b)
}

func (r *recorded) undo() {
	last := len(r.done) - 1
	if last < 0 {
		return
	}
	b := r.done[last]
	r.done, r.undone = r.done[:last], append(r.undone, b)
	for _, n := range b.turns {
		r.times[n] = r.times[n][:max(0, len(r.times[n])-1)]
	}
	if b.fix != nil {
		r.fixes[b.fixed] = r.fixes[b.fixed][:max(0, len(r.fixes[b.fixed])-1)]
	}
}

func (r *recorded) redo() {
	last := len(r.undone) - 1
	if last < 0 {
		return
	}
	b := r.undone[last]
	r.undone = r.undone[:last]
	r.bring(b)
}
