package nabit

import (
	"encoding/json"
	"slices"

	"tilewatch/engine/game"
)

// Name is what the game is called in events and journals.
const Name = "nabit"

// rules are NAB-IT!'s for a game.Fold.
type rules struct {
	words Dictionary     // nil: nobody to ask
	list  *game.WordList // what the words are called; nil if they do not say
}

func (r rules) fold() *Table {
	return game.NewFold(game.Rules[position]{Name: Name, Read: read, Start: r.start, Apply: r.apply, Keep: r.keep, Correct: corrected, Rematch: rematch,
		State: func(f *Table) any { return state(f) }, Answer: r.answer})
}

// read reads an event as a game keeps it.
func read(data []byte) (game.Event, error) {
	e, err := ParseEvent(data)
	if err != nil {
		return game.Event{}, err
	}
	e = e.relevant()
	return game.Event{Type: string(e.Type), Seen: e.Seen, Own: e}, nil
}

// again is an event that was kept.
func again(kept json.RawMessage) Event {
	e, _ := ParseEvent(kept) // it was read before
	return e
}

// judge is how the event is taken.
func (r rules) judge(e game.Event) judge {
	return judge{r.words, r.list, e.Seen || e.Refolded, e.Kept}
}

func (r rules) start(e game.Event) (position, any, []game.Violation) {
	in := e.Own.(Event)
	if r.list != nil && (!e.Kept || in.List == nil) {
		in.List = r.list
	}
	p, o := start(in)
	if o.impossible == nil && p.options.Words != ByChallenge && r.words == nil && !e.Kept {
		o = impossible(badEvent("the word mode %q needs a word list", p.options.Words))
	}
	return o.told(p, r.judge(e))
}

func (r rules) apply(p position, e game.Event) (position, any, []game.Violation) {
	j := r.judge(e)
	after, o := p.apply(e.Own.(Event), j)
	return o.told(after, j)
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

// told is a position and its outcome as a Fold takes them.
func (o outcome) told(p position, j judge) (after position, fields any, refused []game.Violation) {
	o.why = o.refused(j)
	for _, v := range o.why {
		refused = append(refused, game.Violation{Rule: string(v.Rule), Message: v.Message()})
	}
	return p, o, refused
}

// keep adds to a start what it was played under, and to a challenge the list's verdict, so that a replay needs no word list.
func (r rules) keep(e game.Event, after position, fields any) any {
	own, o := e.Own.(Event), fields.(outcome)
	judged := func(e Event) Event { e.Verdict, e.List = o.verdict, r.list; return e }
	switch {
	case own.Type == Start:
		own.List, own.Options = after.list, after.options
	case o.verdict == "" || !o.asked:
		return nil
	case own.Type == Corrected:
		own.To = judged(again(own.To)).JSON()
	default:
		own = judged(own)
	}
	return own
}

// answer words what came of an event.
func (r rules) answer(c game.Outcome[position]) any {
	o, _ := c.Fields.(outcome)
	var a Answer
	if c.Refused != nil {
		a = refuse(o.why)
		if a.Line = c.Line; o.why == nil { // it came to no judgement
			for _, v := range c.Refused {
				a.Violations = append(a.Violations, Violation{Rule: Rule(v.Rule), Detail: v.Message})
			}
		}
	} else {
		a = c.After().answer(o)
		a.Event, _ = c.Event.Own.(Event)
		a.tell(c)
	}
	if o.asked {
		a.List = r.list
	}
	return a
}

// tell adds what the kind of event makes worth telling.
func (a *Answer) tell(c game.Outcome[position]) {
	is := a.Event.Type
	switch {
	case is == Start:
		p := c.After()
		a.List, a.Options = p.list, &p.options
	case is == Undone:
		a.Undone = orNil(c.Of)
		is = a.Undone.Type
	case is == Redone:
		a.Redone = orNil(c.Of)
		is = a.Redone.Type
	}
	if is == Corrected {
		before, common := c.Before(), c.From.last
		a.Changed = changes(before.standing(common), c.After().standing(common))
		a.ScoresBefore = before.scores(ControlledWords(before.board))
		a.Warnings = slices.Concat(a.Warnings, newlyBroken(c.Was, c.Is))
	}
}

// answer is what there is to say of the position, and of what led to it.
func (p position) answer(o outcome) Answer {
	words := ControlledWords(p.board)
	a := Answer{OK: true, Violations: o.broken, Warnings: o.warnings, Words: words, NewWords: o.words, Nabbed: o.nabbed,
		Board: BoardCells(p.board), Scores: p.scores(words), Next: p.nextPlayer(), Turn: p.turns, Skipped: o.skipped, Hands: p.shownHands(),
		Verdict: o.verdict, Challenged: o.challenged, Over: p.over, tieBreak: p.options.TieBreak}
	a.Challengeable, a.MayBank = p.openTo()
	if p.over {
		a.Winners = p.options.Winners(a.Scores)
	}
	return a
}
