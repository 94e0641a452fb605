package nabit

import (
	"maps"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// corrected replaces the tiles of a turn, its player, or all of it. The later turns stand whatever they say now; the answer warns of each
// that has come to break a rule, and says what has changed.
func corrected(line []game.Step[position], e game.Event) (game.Fix, []game.Violation) {
	fix, v := fixOf(line, e.Own.(Event))
	_, _, refused := impossible(v).told(position{}, judge{})
	return fix, refused
}

func fixOf(line []game.Step[position], e Event) (fix game.Fix, refused []Violation) {
	if e.Placements == nil && e.Player == engine.NoColor && e.As == "" {
		return fix, badEvent("a correction needs placements, or an empty list if the turn was not a play")
	}
	if e.As != "" && e.As != Exchanged && e.As != Passed || e.As != "" && len(e.Placements) > 0 {
		return fix, badEvent("a turn without tiles can be %q or %q, not %q", Exchanged, Passed, e.As)
	}
	fix, was, v := find(line, e.Turn)
	if v != nil {
		return fix, v
	}
	is := was
	is.Seen = was.Seen || e.Seen
	if e.Player != engine.NoColor {
		is.Player = e.Player
	}
	switch {
	case e.As != "":
		// How many tiles were exchanged is not known, as if a camera had seen it.
		is.Type, is.Count, is.Placements, is.Seen = e.As, 0, nil, true
	case len(e.Placements) > 0:
		is.Type, is.Count, is.Placements = Played, 0, e.Placements
	case e.Placements != nil && was.Type != Played:
		return fix, badEvent("turn %d was not a play", e.Turn)
	case e.Placements != nil:
		is.Type, is.Placements = Skipped, nil
	}
	fix.In = is.JSON()
	return fix, nil
}

// find is where the turn of that number stands, and its event. A turn that nobody saw, and that another event has only skipped, comes before that one.
func find(line []game.Step[position], number int) (game.Fix, Event, []Violation) {
	withdrawn := false
	for i := len(line) - 1; i > 0 && number > 0; i-- {
		from, to := line[i-1].After.turns, line[i].After.turns
		if to < from { // this event took the play of turn "from" back
			withdrawn = withdrawn || from == number
		}
		if from >= number || to < number {
			continue
		}
		if withdrawn {
			return game.Fix{}, Event{}, badEvent("the play of turn %d has been withdrawn", number)
		}
		if to == number {
			return game.Fix{At: i, Out: true}, again(line[i].Event), nil
		}
		return game.Fix{At: i}, line[i].After.skipped(number), nil
	}
	return game.Fix{}, Event{}, badEvent("there is no turn %d", number)
}

// skipped is the event that would have recorded a turn that another event only skipped.
func (p position) skipped(number int) Event {
	t := p.last
	for t.Number != number {
		t = t.previous
	}
	return Event{Type: Skipped, Player: t.Player, Seen: true}
}

// newlyBroken are the rules that events have come to break by a correction of an earlier one, of a part of the line before and after it.
func newlyBroken(was, is []game.Step[position]) []Violation {
	later := min(len(was), len(is))
	if len(was) == len(is) { // the first is what was corrected
		later--
	}
	was, is = was[len(was)-later:], is[len(is)-later:]
	var found []Violation
	for i := range is {
		had := broken(was[i])
		for _, v := range broken(is[i]) {
			if !slices.ContainsFunc(had, func(old Violation) bool { return old.Rule == v.Rule && old.Word == v.Word }) {
				v.Turn = is[i].After.turns
				found = append(found, v)
			}
		}
	}
	return found
}

// broken are the rules that an event breaks where it stands.
func broken(s game.Step[position]) []Violation {
	o, _ := s.Fields.(outcome)
	if s.Misfit != nil {
		return o.impossible
	}
	return o.broken
}

// standing are the turns since a common one, with it, by their number, without withdrawn plays. Numbers tell where to stop: what was redone stands on an
// earlier fold's turns, which are equal to the line's and not the same.
func (p position) standing(since *turn) map[int]*Turn {
	turns := map[int]*Turn{}
	for t := p.last; t != nil && (since == nil || t.Number >= since.Number); t = t.previous {
		if !t.Withdrawn {
			turns[t.Number] = &t.Turn
		}
	}
	return turns
}

// changes are the turns that differ, by number.
func changes(before, after map[int]*Turn) []Change {
	numbers := map[int]bool{}
	for _, turns := range []map[int]*Turn{before, after} {
		for n := range turns {
			numbers[n] = true
		}
	}
	var found []Change
	for _, n := range slices.Sorted(maps.Keys(numbers)) {
		if !sameTurn(before[n], after[n]) {
			found = append(found, Change{n, before[n].shown(), after[n].shown()})
		}
	}
	return found
}

func sameTurn(a, b *Turn) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Player == b.Player && a.Count == b.Count && a.Banked == b.Banked &&
		slices.Equal(a.Placements, b.Placements) && slices.Equal(a.Words, b.Words) &&
		slices.EqualFunc(a.Nabbed, b.Nabbed, func(x, y Nab) bool { return x.Word == y.Word && slices.Equal(x.From, y.From) }) &&
		slices.EqualFunc(a.Violations, b.Violations, func(x, y Violation) bool { return x.Message() == y.Message() })
}

// shown is a copy for others.
func (t *Turn) shown() *Turn {
	if t == nil {
		return nil
	}
	c := *t
	return &c
}
