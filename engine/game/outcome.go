package game

import "encoding/json"

// Outcome is what came of an event, for rules that word the answer themselves.
type Outcome[P any] struct {
	Event   Event           // as it is kept
	Fields  any             // what the rules said of it
	Refused []Violation     // why it changed nothing; nil: it was taken
	Line    int             // the line that was refused, where events come as lines
	Of      json.RawMessage // the event that an Undo took back or a Redo brought back
	// The part of the line that it changed: the position before that part, the steps that were there, and those that are.
	From    P
	Was, Is []Step[P]
}

// Before is the position before the event.
func (o Outcome[P]) Before() P { return end(o.From, o.Was) }

// After is the position after the event.
func (o Outcome[P]) After() P { return end(o.From, o.Is) }

func end[P any](from P, steps []Step[P]) P {
	if len(steps) == 0 {
		return from
	}
	return steps[len(steps)-1].After
}

func (f *Fold[P]) refuse(e Event, fields any, why []Violation) Answer {
	return f.answer(Outcome[P]{Event: e, Fields: fields, Refused: why})
}

func (f *Fold[P]) answer(o Outcome[P]) Answer {
	a := Answer{OK: o.Refused == nil, Violations: o.Refused}
	switch {
	case f.rules.Answer != nil:
		a.Whole = func(line int) any {
			o.Line = line
			return f.rules.Answer(o)
		}
	case a.OK:
		a.Fields = []any{o.Fields, misfits{misfitsOf(f.Line())}, f.State()}
	}
	return a
}
