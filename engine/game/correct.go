package game

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tilewatch/engine"
)

// Fix is what a correction does: it takes an event out of the line, or puts one in, or both.
type Fix struct {
	At     int             // in the line: before which it puts, or which it takes out; the start, 0, stays
	Out    bool            // takes that one out
	In     json.RawMessage // nil: puts none in
	Fields any             // what the answer says beside the state; nil: what the event put in would
}

// Back is where in the line a correction stands that its game words by itself: before all steps at the end that may pass, which is said of
// the positions before and after one. It passes no other such correction.
func Back[P any](line []Step[P], passes func(before, after P) bool) int {
	at := len(line)
	for at > 1 && passes(line[at-2].After, line[at-1].After) && kindOf(line[at-1].Event) != Correct {
		at--
	}
	return at
}

const howToCorrect = `name an event and what it was: {"event":7,"to":{...}}; or remove it: {"event":7,"remove":true}; or say what came before it: {"before":7,"to":{...}}`

// correct changes an event of the line, or puts one in, and folds those after it again. What is put in is judged like any event. What came
// later happened; of that, whatever no longer fits stays in the line, does not count, and is told as long as it does not.
func (f *Fold[P]) correct(e Event) Answer {
	fix, refused := f.fixOf(e)
	if refused != nil {
		return f.refuse(e, nil, refused)
	}
	at, before := f.line[fix.At-1].After, slices.Clone(f.line[fix.At:])
	var after []Step[P]
	if fix.In != nil {
		in, err := f.read(fix.In)
		if err != nil {
			return f.refuse(e, nil, Bad("%v", err))
		}
		if in.Kept, in.Number = e.Kept, e.Number; fix.Out {
			in.Number = before[0].Number
		}
		p, fields, refused := f.apply(at, in)
		if refused != nil {
			return f.refuse(e, fields, refused)
		}
		if fix.Fields == nil {
			fix.Fields = fields
		}
		in, e = f.kept(in, p, fields), f.kept(e, p, fields)
		after = append(after, Step[P]{Stood: Stood{in.Number, in.raw, nil}})
	}
	later := before
	if fix.Out {
		later = before[1:]
	}
	after = append(after, later...)
	f.refold(at, after)
	return f.did(e, fix.Fields, deed[P]{e.raw, fix.At, before, after})
}

// refold folds the steps again from a position on.
func (f *Fold[P]) refold(p P, steps []Step[P]) {
	for i := range steps {
		s := &steps[i]
		e, err := f.read(s.Event)
		if err != nil {
			continue // it was read before
		}
		e.Kept, e.Refolded, e.Number = true, true, s.Number
		p, s.Fields, s.Misfit = f.apply(p, e)
		s.After = p
	}
}

// fixOf is what the correction asks for.
func (f *Fold[P]) fixOf(e Event) (Fix, []Violation) {
	var in struct {
		Event  int             `json:"event"`
		Before int             `json:"before"`
		To     json.RawMessage `json:"to"`
		Remove bool            `json:"remove"`
	}
	if v := e.Into(&in); v != nil {
		return Fix{}, v
	}
	switch {
	case in.Event == 0 && in.Before == 0 && f.rules.Correct != nil:
		return f.rules.Correct(f.line, e)
	case (in.Event == 0) == (in.Before == 0) || in.Remove == (in.To != nil) || in.Remove && in.Event == 0:
		return Fix{}, Bad("%s", howToCorrect)
	}
	number := in.Event + in.Before // one of them is 0
	at := slices.IndexFunc(f.line, func(s Step[P]) bool { return s.Number == number })
	if at < 1 {
		return Fix{}, Bad("event %d cannot be corrected: name one that stands and comes after the start", number)
	}
	fix := Fix{At: at, Out: in.Event != 0}
	if in.To == nil {
		return fix, nil
	}
	was := f.line[at]
	if !fix.Out {
		was = f.line[at-1]
	}
	var v []Violation
	fix.In, v = when(in.To, was.Event)
	return fix, v
}

// when is the event as one that happened when the other did.
func when(event, other json.RawMessage) (json.RawMessage, []Violation) {
	e, err := ParseEvent(event)
	if err == nil && slices.Contains([]string{Start, Undo, Redo, Correct, engine.Marked}, e.Type) {
		return nil, Bad("%s is no event of the game: %s", e.Type, howToCorrect)
	}
	var at struct{ At time.Time }
	if err == nil && json.Unmarshal(other, &at) == nil && !at.At.IsZero() {
		event, err = Stamped(event, at.At)
	}
	if err != nil {
		return nil, Bad("%v", err)
	}
	return event, nil
}

// misfits are part of an answer: the events that stand and do not count.
type misfits struct {
	Misfits []Stood `json:"misfits,omitempty"`
}

func misfitsOf(line []Stood) (all []Stood) {
	return slices.DeleteFunc(line, func(s Stood) bool { return s.Misfit == nil })
}

// MisfitCode is the code of a warning about events that no longer fit.
const MisfitCode = "misfit"

// Misfit warns of events that do not count since an earlier one was corrected; false if there are none.
func Misfit(t Table) (engine.Warning, bool) {
	h, knows := t.(Historian)
	if !knows {
		return engine.Warning{}, false
	}
	w := engine.Warning{Code: MisfitCode, Message: "since a correction these events no longer fit, and do not count"}
	for _, s := range misfitsOf(h.Line()) {
		w.Message += fmt.Sprintf("; event %d: %s", s.Number, s.Misfit[0].Message)
		w.Events = append(w.Events, s.Event)
	}
	return w, w.Events != nil
}
