package nabit

import (
	"fmt"
	"slices"
)

// Game is a game as a fold over its events. It is not safe for use by several goroutines: one owns it.
//
// Nothing is ever erased: Events holds all that was accepted, undoing and correcting among it, and Replay makes the
// same game of them.
//
// An event costs time and memory in proportion to the board, however long the game is; only correcting a turn, and
// undoing or redoing that, folds the turns since then again.
type Game struct {
	words  Dictionary
	again  bool // while events are replayed
	events []*Event
	line   []entry // what stands, as corrected, the start first
	done   []step  // what can be undone, the newest last
	undone []step  // what can be done again, the newest last
}

// entry is an event that stands, and the position after it.
type entry struct {
	event  *Event // shared with the list of all; never changed
	after  position
	broken []Violation
}

// step is what an accepted event did to the line: it added an entry, or corrected it.
type step struct {
	event *Event
	fix   *fix   // of a correction
	entry *entry // the undone event, if it was not a correction
}

// New is a table with no game yet: the first event has to be a start. The words may be nil; they judge challenges
// that come without a verdict, and plays if the options want it.
func New(words Dictionary) *Game { return &Game{words: words} }

// listed is what the words are called; nil if they do not say.
func (g *Game) listed() *WordList { return ListOf(g.words) }

// Replay is the game of these events, which a game accepted before, the start first. The words judge what comes
// after; a list that has changed since does not refuse what was played under the old one. The error names the first
// event that cannot have been accepted, counting from 1.
func Replay(words Dictionary, events []Event) (*Game, error) {
	g := New(words)
	g.again = true
	for i, e := range events {
		if a := g.Apply(e); !a.OK {
			return nil, fmt.Errorf("event %d, %q: %s", i+1, e.Type, a.Violations[0].Message())
		}
	}
	g.again = false
	return g, nil
}

// Apply takes one event. If it is refused the answer says why, and the game is as it was.
func (g *Game) Apply(e Event) Answer {
	kept := e.Kept
	e = e.relevant()
	switch {
	case e.Type == Start:
		return g.start(e)
	case len(g.line) == 0:
		return refuse(badEvent("no game yet: send a start first"))
	case e.Type == Undone:
		return g.undo(e)
	case e.Type == Redone:
		return g.redo(e)
	case e.Type == Corrected:
		return g.correct(e)
	case e.Type == Marked:
		return g.mark(e)
	}
	return g.add(e, kept)
}

// mark keeps an event that is not a move: undo skips it.
func (g *Game) mark(e Event) Answer {
	if !e.Mark.Valid() {
		return refuse(badEvent("a mark needs life (in_play, source_ended or abandoned), title, hidden or deleted"))
	}
	g.events = append(g.events, &e)
	return g.answer(outcome{})
}

// add takes an event that stands for itself; kept is its Kept.
func (g *Game) add(e Event, kept bool) Answer {
	j := g.judge(e.Seen)
	j.again = j.again || kept
	after, o := g.now().apply(e, j)
	if v := o.refused(j); v != nil {
		return g.refused(v, o)
	}
	if o.asked && e.Type == Challenged {
		e.Verdict, e.List = o.verdict, g.listed() // so that a replay needs no word list
	}
	g.line = append(g.line, entry{event: &e, after: after, broken: o.broken})
	g.took(step{event: &e})
	return g.answer(o)
}

// Handle is Apply for an event in JSON; invalid events are refused as bad_event.
func (g *Game) Handle(line []byte) Answer {
	e, err := ParseEvent(line)
	if err != nil {
		return refuse(badEvent("%v", err))
	}
	return g.Apply(e)
}

func (g *Game) judge(kept bool) judge { return judge{g.words, g.listed(), kept, g.again} }

// Events are all accepted events since the start. The slice is the caller's; what the events hold is not to be
// changed.
func (g *Game) Events() []Event {
	var events []Event
	for _, e := range g.events {
		events = append(events, *e)
	}
	return events
}

func (g *Game) start(e Event) Answer {
	if g.listed() != nil && (!g.again || e.List == nil) {
		e.List = g.listed()
	}
	p, o := start(e)
	if o.impossible == nil && p.options.Words != ByChallenge && g.words == nil && !g.again {
		o = impossible(badEvent("the word mode %q needs a word list", p.options.Words))
	}
	if v := o.refused(g.judge(e.Seen)); v != nil {
		return refuse(v)
	}
	e.Options = p.options
	g.events, g.line, g.done, g.undone = []*Event{&e}, []entry{{event: &e, after: p, broken: o.broken}}, nil, nil
	a := g.answer(o)
	a.List, a.Options = e.List, &p.options
	return a
}

func (g *Game) now() position { return g.line[len(g.line)-1].after }

// took notes an accepted event; what was undone is then gone for good.
func (g *Game) took(s step) {
	g.events = append(g.events, s.event)
	g.done = append(g.done, s)
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
		return p.announce(e, j)
	case Caught:
		return p.catch(e, j)
	case Challenged:
		return p.challenge(e, j)
	case Withdrawn:
		return p.withdraw(e)
	case Finished:
		return p.finish(e)
	case Named:
		return p.name(e)
	case Seated:
		return p.sit(e)
	}
	return p, impossible(badEvent("no such event %q: use start, play, exchange, pass, bank, challenge, announce_last, caught, correct, undo, redo, finish, name, sit or mark", e.Type))
}

func (g *Game) undo(e Event) Answer {
	n := len(g.done) - 1
	if n < 0 {
		return refuse(badEvent("nothing to undo"))
	}
	last, a := g.done[n], Answer{}
	if last.fix != nil {
		a = g.refixed(last.fix, false)
	} else {
		end := len(g.line) - 1
		taken := g.line[end]
		last.entry = &taken
		g.line = slices.Delete(g.line, end, end+1)
		a = g.answer(outcome{})
	}
	g.events = append(g.events, &e)
	g.done, g.undone = g.done[:n], append(g.undone, last)
	undone := *last.event
	a.Undone = &undone
	return a
}

func (g *Game) redo(e Event) Answer {
	n := len(g.undone) - 1
	if n < 0 {
		return refuse(badEvent("nothing to redo"))
	}
	next, a := g.undone[n], Answer{}
	if next.fix != nil {
		a = g.refixed(next.fix, true)
	} else {
		g.line = append(g.line, *next.entry)
		next.entry = nil
		a = g.answer(outcome{})
	}
	g.events = append(g.events, &e)
	g.done, g.undone = append(g.done, next), g.undone[:n]
	redone := *next.event
	a.Redone = &redone
	return a
}

// Steps are what an undo would take back and a redo would bring back, nil if nothing, and how many events were accepted since
// the start, undoing among them.
func (g *Game) Steps() (undo, redo *Event, events int) {
	if n := len(g.done); n > 0 {
		e := *g.done[n-1].event
		undo = &e
	}
	if n := len(g.undone); n > 0 {
		e := *g.undone[n-1].event
		redo = &e
	}
	return undo, redo, len(g.events)
}

func (g *Game) String() string {
	if len(g.line) == 0 {
		return "no game"
	}
	return fmt.Sprintf("nabit of %v, %d turns", g.now().players, g.now().turns)
}
