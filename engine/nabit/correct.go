package nabit

import (
	"maps"
	"slices"

	"tilewatch/engine"
)

// fix is what a correction did: it put one event in another's place; or before line[index], for a turn that nobody
// saw and that another event has only skipped.
type fix struct {
	index    int
	old, new Event
	inserted bool
}

// correct replaces the tiles of a turn, its player, or all of it, and scores the later turns again. Those stand
// whatever they say now; the answer warns of each that has come to break a rule, and says what has changed.
func (g *Game) correct(e Event) Answer {
	f, v := g.fixOf(e)
	if v != nil {
		return refuse(v)
	}
	j := g.judge(f.new.Seen)
	_, o := g.line[f.index-1].after.apply(f.new, j)
	if v := o.refused(j); v != nil {
		return g.refused(v, o)
	}
	a := g.refixed(f, true)
	g.took(step{event: &e, fix: f})
	a.NewWords, a.Nabbed, a.Skipped, a.Violations = o.words, o.nabbed, o.skipped, o.broken
	a.Warnings = append(o.warnings, a.Warnings...)
	if o.asked {
		a.List = g.listed()
	}
	return a
}

// fixOf is what the correction asks for.
func (g *Game) fixOf(e Event) (*fix, []Violation) {
	if e.Placements == nil && e.Player == engine.NoColor && e.As == "" {
		return nil, badEvent("a correction needs placements, or an empty list if the turn was not a play")
	}
	if e.As != "" && e.As != Exchanged && e.As != Passed || e.As != "" && len(e.Placements) > 0 {
		return nil, badEvent("a turn without tiles can be %q or %q, not %q", Exchanged, Passed, e.As)
	}
	f, v := g.find(e.Turn)
	if v != nil {
		return nil, v
	}
	f.new = f.old
	f.new.Seen = f.old.Seen || e.Seen
	if e.Player != engine.NoColor {
		f.new.Player = e.Player
	}
	switch {
	case e.As != "":
		// How many tiles were exchanged is not known, as if a camera had seen it.
		f.new.Type, f.new.Count, f.new.Placements, f.new.Seen = e.As, 0, nil, true
	case len(e.Placements) > 0:
		f.new.Type, f.new.Count, f.new.Placements = Played, 0, e.Placements
	case e.Placements != nil && f.old.Type != Played:
		return nil, badEvent("turn %d was not a play", e.Turn)
	case e.Placements != nil:
		f.new.Type, f.new.Placements = Skipped, nil
	}
	return f, nil
}

// find is the event of the standing turn of that number.
func (g *Game) find(number int) (*fix, []Violation) {
	withdrawn := false
	for i := len(g.line) - 1; i > 0 && number > 0; i-- {
		from, to := g.line[i-1].after.turns, g.line[i].after.turns
		if to < from { // this event took the play of turn "from" back
			withdrawn = withdrawn || from == number
		}
		if from >= number || to < number {
			continue
		}
		if withdrawn {
			return nil, badEvent("the play of turn %d has been withdrawn", number)
		}
		if to == number {
			return &fix{index: i, old: *g.line[i].event}, nil
		}
		return &fix{index: i, old: g.line[i].skippedTurn(number), inserted: true}, nil
	}
	return nil, badEvent("there is no turn %d", number)
}

// skippedTurn is the event that would have recorded the turn that the entry's event only skipped.
func (n entry) skippedTurn(number int) Event {
	t := n.after.last
	for t.Number != number {
		t = t.previous
	}
	return Event{Type: Skipped, Player: t.Player, Seen: true}
}

// refixed is the game with the correction done, or undone; the answer says what that has changed.
func (g *Game) refixed(f *fix, done bool) Answer {
	before, common := g.now(), g.line[f.index-1].after.last
	with, without := []Event{f.new}, 1
	switch {
	case f.inserted && done:
		without = 0
	case f.inserted:
		with = nil
	case !done:
		with[0] = f.old
	}
	o := outcome{warnings: g.replace(f.index, without, with)}
	a := g.answer(o)
	a.Changed = changes(before.standing(common), g.now().standing(common))
	a.ScoresBefore = before.scores(ControlledWords(before.board))
	return a
}

// replace puts events in the place of so many entries from index on and folds the line again from there. It gives
// the rules that later events have come to break.
func (g *Game) replace(index, without int, with []Event) []Violation {
	tail := make([]entry, len(with), len(with)+len(g.line)-index)
	for i := range with {
		tail[i].event = &with[i]
	}
	tail = append(tail, g.line[index+without:]...)
	at, found := g.line[index-1].after, []Violation(nil)
	for i := range tail {
		n, had := &tail[i], tail[i].broken
		j := g.judge(true)
		after, o := at.apply(*n.event, j)
		if v := o.refused(j); v != nil { // it has lost its ground: keep it, to no effect
			after, o.broken = at, v
		}
		n.after, n.broken = after, o.broken
		if at = after; i >= len(with) {
			found = append(found, newlyBroken(had, *n)...)
		}
	}
	g.line = append(g.line[:index], tail...)
	return found
}

// newlyBroken are the rules that the event has come to break.
func newlyBroken(had []Violation, n entry) []Violation {
	var found []Violation
	for _, v := range n.broken {
		if !slices.ContainsFunc(had, func(old Violation) bool { return old.Rule == v.Rule && old.Word == v.Word }) {
			v.Turn = n.after.turns
			found = append(found, v)
		}
	}
	return found
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
