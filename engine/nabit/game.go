package nabit

import (
	"fmt"
	"slices"

	"tilewatch/engine"
)

// Game is a game as a fold over its events. It is not safe for use by several goroutines: one owns it.
//
// Nothing is ever erased: Events holds all that was accepted, undoing and correcting among it, and applying
// those events to a new Game gives the same game (with the same word list, where the list refuses plays).
type Game struct {
	words  Dictionary
	events []Event
	line   []entry // what stands, the start first
	undone []entry // what can be done again, the newest last
}

// entry is an event that stands, and the position after it.
type entry struct {
	event  Event
	after  position
	broken []Violation
	fix    *fix // of a correction
}

// fix is what a correction did: it replaced the event of line[index].
type fix struct {
	index    int
	old, new Event
}

// New is a table with no game yet: the first event has to be a start. The words may be nil; they judge challenges
// that come without a verdict, and plays if the options want it.
func New(words Dictionary) *Game { return &Game{words: words} }

// Apply takes one event. If it is refused the answer says why, and the game is as it was.
func (g *Game) Apply(e Event) Answer {
	switch e.Type {
	case Start:
		return g.start(e)
	case Undone, Redone, Corrected:
		if len(g.line) == 0 {
			return refuse(badEvent("no game yet: send a start first"))
		}
		return map[Type]func(Event) Answer{Undone: g.undo, Redone: g.redo, Corrected: g.correct}[e.Type](e)
	}
	if len(g.line) == 0 {
		return refuse(badEvent("no game yet: send a start first"))
	}
	j := judge{g.words, e.Seen}
	after, o := g.now().apply(e, j)
	if v := o.refused(j); v != nil {
		return refuse(v)
	}
	if e.Type == Challenged {
		e.Verdict = o.verdict // so that a replay needs no word list
	}
	e.Placements = slices.Clone(e.Placements)
	g.push(entry{event: e, after: after, broken: o.broken})
	return g.answer(e, o)
}

// Handle is Apply for an event in JSON; what is no event is refused as bad_event.
func (g *Game) Handle(line []byte) Answer {
	e, err := ParseEvent(line)
	if err != nil {
		return refuse(badEvent("%v", err))
	}
	return g.Apply(e)
}

// Events are all accepted events since the start. The slice is the caller's; what the events hold is not to be
// changed.
func (g *Game) Events() []Event { return slices.Clone(g.events) }

func (g *Game) start(e Event) Answer {
	e.Players = slices.Clone(e.Players)
	p, v := start(e)
	if v == nil && p.options.Words != ByChallenge && g.words == nil {
		v = badEvent("the word mode %q needs a word list", p.options.Words)
	}
	if v != nil {
		return refuse(v)
	}
	e.Options = p.options
	g.events, g.line, g.undone = nil, nil, nil
	g.push(entry{event: e, after: p})
	return g.answer(e, outcome{})
}

func (g *Game) now() position { return g.line[len(g.line)-1].after }

// push adds an accepted event; what was undone is then gone for good.
func (g *Game) push(n entry) {
	g.events = append(g.events, n.event)
	g.line = append(g.line, n)
	g.undone = nil
}

// apply is the position after the event, and what it brought. The position counts only if nothing is refused.
func (p position) apply(e Event, j judge) (position, outcome) {
	switch e.Type {
	case Played:
		return p.play(e, j)
	case Exchanged:
		return p.exchange(e, j)
	case Passed:
		return p.pass(e, j)
	case Skipped:
		return p.unseen(e, j)
	case Banked:
		return p.bank(e)
	case AnnouncedEnd:
		return p.announce(e)
	case Caught:
		return p.catch(e)
	case Challenged:
		return p.challenge(e, j)
	case Withdrawn:
		return p.withdraw(e)
	case Finished:
		return p.finish(e)
	case Corrected:
		return p, outcome{} // the event it corrects has been replaced
	}
	return p, impossible(badEvent("no such event %q: use start, play, exchange, pass, bank, challenge, announce_last, caught, correct, undo, redo or finish", e.Type))
}

func (g *Game) undo(e Event) Answer {
	n := len(g.line) - 1
	if n == 0 {
		return refuse(badEvent("nothing to undo"))
	}
	last := g.line[n]
	g.events = append(g.events, e)
	g.line, g.undone = g.line[:n], append(g.undone, last)
	if last.fix != nil {
		g.line = g.replaced(last.fix.index, last.fix.old)
	}
	a := g.answer(e, outcome{})
	a.Undone = &last.event
	return a
}

func (g *Game) redo(e Event) Answer {
	n := len(g.undone) - 1
	if n < 0 {
		return refuse(badEvent("nothing to redo"))
	}
	next := g.undone[n]
	g.events = append(g.events, e)
	g.undone = g.undone[:n]
	if next.fix != nil {
		g.line = g.replaced(next.fix.index, next.fix.new)
	}
	g.line = append(g.line, next)
	a := g.answer(e, outcome{})
	a.Redone = &next.event
	return a
}

// correct replaces the tiles of a turn, or its player, and scores all later turns again. Those stand whatever they
// say now; the answer warns of each that has come to break a rule.
func (g *Game) correct(e Event) Answer {
	i, v := g.find(e.Turn)
	if v != nil {
		return refuse(v)
	}
	old := g.line[i].event
	fixed := old
	fixed.Placements, fixed.Seen = slices.Clone(e.Placements), old.Seen || e.Seen
	if e.Player != engine.NoColor {
		fixed.Player = e.Player
	}
	j := judge{g.words, fixed.Seen}
	_, o := g.line[i-1].after.apply(fixed, j)
	if v := o.refused(j); v != nil {
		return refuse(v)
	}
	line := g.replaced(i, fixed)
	o.warnings = append(o.warnings, newlyBroken(g.line[i+1:], line[i+1:])...)
	g.line = line
	e.Placements = fixed.Placements
	g.push(entry{event: e, after: line[len(line)-1].after, fix: &fix{i, old, fixed}})
	return g.answer(e, o)
}

// find is the index of the standing play of that turn.
func (g *Game) find(turn int) (int, []Violation) {
	for i := len(g.line) - 1; i > 0; i-- {
		last := g.line[i].after.last
		if last == nil || last.Number != turn || last == g.line[i-1].after.last {
			continue
		}
		switch {
		case last.Withdrawn:
			return 0, badEvent("the play of turn %d has been withdrawn", turn)
		case g.line[i].event.Type == Played:
			return i, nil
		case slices.Contains([]Type{Exchanged, Passed, Skipped}, g.line[i].event.Type):
			return 0, badEvent("turn %d was no play", turn)
		}
	}
	return 0, badEvent("there is no play of turn %d", turn)
}

// replaced is the line with another event at the index, folded again from there on.
func (g *Game) replaced(index int, e Event) []entry {
	line := slices.Clone(g.line)
	line[index].event = e
	for i := index; i < len(line); i++ {
		j := judge{g.words, true}
		after, o := line[i-1].after.apply(line[i].event, j)
		if v := o.refused(j); v != nil { // it has lost its ground: keep it, to no effect
			after, o.broken = line[i-1].after, v
		}
		line[i].after, line[i].broken = after, o.broken
	}
	return line
}

// newlyBroken are the rules that events break since a correction.
func newlyBroken(before, after []entry) []Violation {
	var found []Violation
	for i, n := range after {
		for _, v := range n.broken {
			had := slices.ContainsFunc(before[i].broken, func(old Violation) bool { return old.Rule == v.Rule && old.Word == v.Word })
			if !had {
				v.Turn = n.after.turns
				found = append(found, v)
			}
		}
	}
	return found
}

func (g *Game) String() string {
	if len(g.line) == 0 {
		return "no game"
	}
	return fmt.Sprintf("nabit of %v, %d turns", g.now().players, g.now().turns)
}
