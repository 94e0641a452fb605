package game

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tilewatch/engine"
)

// Rules are a game as pure functions over positions P: a position is a value, and no function changes one it was
// given, nor what it points to.
type Rules[P any] struct {
	Name string // what a start's "game" says
	// Read is an event as its Own, with Type and Seen; it is kept as Own marshals. nil: it is kept as it came, and Into reads it.
	Read func(data []byte) (Event, error)
	// Start is the position that a start describes. fields, if not nil, marshals to an object and is added to the answer.
	Start func(e Event) (p P, fields any, refused []Violation)
	// Apply is the position after an event of any other type, but for Undo, Redo, Correct and marks.
	Apply func(p P, e Event) (after P, fields any, refused []Violation)
	// Keep is the Own of an event that was taken, if it is kept with something that only the table knew, such as a word list's verdict. nil: as
	// it was.
	Keep func(e Event, after P, fields any) (own any)
	// Correct is what a correction that names no event does, in a game that has words of its own for it, such as a round; nil: every
	// correction names an event.
	Correct func(line []Step[P], e Event) (Fix, []Violation)
	// Races are the types of event in which players race each other: the rules say so to the one who is second, while of two other events
	// from players who saw the same state only the first counts.
	Races []string
	// Seating is the position's own; nil: nobody has a seat, nor is called otherwise.
	Seating func(p *P) *Seating
	// Places are what a camera sees of the table, where people sit by them; nil: they do not. Where is at which each player sits, if that
	// follows from more than the Seating; Moved is the position after somebody has sat down elsewhere. Either may be nil.
	Places []string
	Where  func(p P) []string
	Moved  func(p P) P
	// Due is the event that time brings next, such as the end of a round, and when; nil: none. A nil Due: time brings nothing.
	Due func(p P) (event json.RawMessage, at time.Time)
	// Starter is the seat that starts the next game; nil: nobody does.
	Starter func(p P) int
	// Rematch are those who play the next game, as a start names them, and who starts it, where they have no Seating; nil: nobody can.
	Rematch func(p P) (people any, starter engine.Color)
	// Show is all there is to show of a position: every answer has it, and Table.State is it.
	Show func(p P) any
	// State is Table.State in place of Show where it depends on more than the position.
	State func(f *Fold[P]) any
	// Answer is the whole answer, "ok" included, in a game that has a form of its own for it; nil: the fields, what no longer fits, and the state.
	Answer func(o Outcome[P]) any
}

// Fold is the Table of such rules. Undo takes back what was done last, redo brings it back, and Correct changes what happened earlier;
// all are events, and nothing is ever erased.
type Fold[P any] struct {
	rules  Rules[P]
	events []json.RawMessage
	line   []Step[P] // the events that stand, as corrected, the start first
	done   []deed[P] // what can be undone, the newest last
	undone []deed[P] // what can be done again, the newest last
	marks  engine.Marks
}

// Step is an event that stands, what the rules said of it, and the position after it.
type Step[P any] struct {
	Stood
	Fields any
	After  P
}

// deed is what an accepted event did to the line: from the step at on it was before, and is after.
type deed[P any] struct {
	event         json.RawMessage
	at            int
	before, after []Step[P]
}

// NewFold is a table of these rules where no game has begun.
func NewFold[P any](rules Rules[P]) *Fold[P] { return &Fold[P]{rules: rules} }

// Races reports whether players race each other with events of that type.
func (f *Fold[P]) Races(kind string) bool { return slices.Contains(f.rules.Races, kind) }

// Handle answers one event.
func (f *Fold[P]) Handle(data []byte) Answer { return f.handle(data, false) }

// Again implements Repeater.
func (f *Fold[P]) Again(data []byte) Answer { return f.handle(data, true) }

func (f *Fold[P]) handle(data []byte, kept bool) Answer {
	e, err := f.read(append([]byte(nil), data...))
	e.Kept, e.Number = kept, len(f.events)+1
	switch {
	case err != nil:
		return f.refuse(e, nil, Bad("%v", err))
	case e.Type == Start:
		return f.start(e)
	case len(f.line) == 0:
		return f.refuse(e, nil, Bad("no game yet: send a start first"))
	case e.Type == Undo:
		return f.back(e)
	case e.Type == Redo:
		return f.again(e)
	case e.Type == Correct:
		return f.correct(e)
	case e.Type == engine.Marked:
		return f.mark(e)
	}
	p, fields, refused := f.apply(f.now(), e)
	if refused != nil {
		return f.refuse(e, fields, refused)
	}
	e = f.kept(e, p, fields)
	return f.did(e, fields, deed[P]{event: e.raw, at: len(f.line), after: []Step[P]{{Stood{e.Number, e.raw, nil}, fields, p}}})
}

// read reads an event. The data is kept.
func (f *Fold[P]) read(data []byte) (Event, error) {
	if f.rules.Read == nil {
		return ParseEvent(data)
	}
	e, err := f.rules.Read(data)
	if err == nil {
		e.raw = quoted(e.Own)
	}
	return e, err
}

// kept is an event that was taken, as it is kept.
func (f *Fold[P]) kept(e Event, after P, fields any) Event {
	if f.rules.Keep == nil {
		return e
	}
	if own := f.rules.Keep(e, after, fields); own != nil {
		e.Own, e.raw = own, quoted(own)
	}
	return e
}

// apply is the position after an event that is a move.
func (f *Fold[P]) apply(p P, e Event) (after P, fields any, refused []Violation) {
	apply := f.rules.Apply
	switch {
	case f.rules.Seating == nil:
	case e.Type == Rename:
		apply = f.rename
	case e.Type == Sit:
		apply = f.sit
	}
	if after, fields, refused = apply(p, e); refused != nil {
		return p, fields, refused
	}
	return f.seated(after), fields, nil
}

// rename calls a player otherwise from now on.
func (f *Fold[P]) rename(p P, e Event) (P, any, []Violation) {
	var in struct {
		Player Ref    `json:"player"`
		Name   string `json:"name"`
	}
	if v := e.Into(&in); v != nil {
		return p, nil, v
	}
	s := f.rules.Seating(&p)
	seats := slices.Clone(s.Players)
	seat, v := seats.Find(in.Player)
	if v != nil {
		return p, nil, v
	}
	name := engine.CleanName(in.Name)
	seats[seat] = name
	switch {
	case name == "":
		return p, nil, Bad("a player needs a name")
	case twiceIn(seats) != "":
		return p, nil, Bad("%q is named twice: give each player a name of their own", name)
	}
	s.Players = seats
	return p, nil, nil
}

// sit has a player sit elsewhere, or have another color.
func (f *Fold[P]) sit(p P, e Event) (P, any, []Violation) {
	after, v := f.rules.Seating(&p).sat(e, f.rules.Places)
	if v != nil {
		return p, nil, v
	}
	if *f.rules.Seating(&p) = after; f.rules.Moved != nil {
		p = f.rules.Moved(p)
	}
	return p, nil, nil
}

// seated is the position with a color for everybody.
func (f *Fold[P]) seated(p P) P {
	if f.rules.Seating != nil {
		s := f.rules.Seating(&p)
		*s = s.filled()
	}
	return p
}

func (f *Fold[P]) start(e Event) Answer {
	if e.Game != "" && e.Game != f.rules.Name {
		return f.refuse(e, nil, Bad("this game is %s, not %q", f.rules.Name, e.Game))
	}
	p, fields, refused := f.rules.Start(e)
	if refused != nil {
		return f.refuse(e, fields, refused)
	}
	p = f.seated(p)
	e = f.kept(e, p, fields)
	e.Number = 1
	f.events, f.done, f.undone, f.marks = nil, nil, nil, engine.Marks{}
	f.line = []Step[P]{{Stood{e.Number, e.raw, nil}, fields, p}}
	return f.took(Outcome[P]{Event: e, Fields: fields, Is: f.line[:1:1]})
}

// did does what an event did, and notes it; what was undone is then gone for good.
func (f *Fold[P]) did(e Event, fields any, d deed[P]) Answer {
	f.done, f.undone = append(f.done, d), nil
	return f.do(Outcome[P]{Event: e, Fields: fields}, d)
}

func (f *Fold[P]) do(o Outcome[P], d deed[P]) Answer {
	o.From, o.Was, o.Is = f.line[d.at-1].After, d.before, d.after
	f.line = append(f.line[:d.at], d.after...)
	return f.took(o)
}

func (f *Fold[P]) back(e Event) Answer {
	end := len(f.done) - 1
	if end < 0 {
		return f.refuse(e, nil, Bad("nothing to undo"))
	}
	d := f.done[end]
	f.done, f.undone = f.done[:end], append(f.undone, d)
	return f.do(Outcome[P]{Event: e, Of: d.event}, deed[P]{d.event, d.at, d.after, d.before})
}

func (f *Fold[P]) again(e Event) Answer {
	end := len(f.undone) - 1
	if end < 0 {
		return f.refuse(e, nil, Bad("nothing to redo"))
	}
	d := f.undone[end]
	f.done, f.undone = append(f.done, d), f.undone[:end]
	return f.do(Outcome[P]{Event: e, Of: d.event}, d)
}

// mark keeps an event that is not a move: undo skips it.
func (f *Fold[P]) mark(e Event) Answer {
	if _, refused := e.mark(); refused != nil {
		return f.refuse(e, nil, refused)
	}
	return f.took(Outcome[P]{Event: e, From: f.now()})
}

// took notes an accepted event and answers it.
func (f *Fold[P]) took(o Outcome[P]) Answer {
	f.events = append(f.events, json.RawMessage(o.Event.raw))
	var mark engine.Mark
	if o.Event.Type == engine.Marked {
		mark, _ = o.Event.mark() // it was read before
	}
	note(&f.marks, o.Event, mark)
	return f.answer(o)
}

func (f *Fold[P]) now() P { return f.line[len(f.line)-1].After }

// Position is the position now; false before the first start.
func (f *Fold[P]) Position() (p P, begun bool) {
	if len(f.line) == 0 {
		return p, false
	}
	return f.now(), true
}

// Events are all accepted events since the start.
func (f *Fold[P]) Events() []json.RawMessage { return append([]json.RawMessage(nil), f.events...) }

// Marks are what stands of the game's marks.
func (f *Fold[P]) Marks() engine.Marks { return f.marks }

// State is what Show makes of the position now.
func (f *Fold[P]) State() any {
	switch {
	case len(f.line) == 0:
		return nil
	case f.rules.State != nil:
		return f.rules.State(f)
	}
	return f.rules.Show(f.now())
}

// Repeater is a Table that marks the events it takes again as Kept.
type Repeater interface {
	Again(event []byte) Answer
}

// Timed is a Table that time changes.
type Timed interface {
	// Due is the event that time brings next, and when; nil: none.
	Due() (event json.RawMessage, at time.Time)
}

// Due implements Timed. What people have undone time does not bring again.
func (f *Fold[P]) Due() (event json.RawMessage, at time.Time) {
	if f.rules.Due == nil || len(f.line) == 0 {
		return nil, at
	}
	event, at = f.rules.Due(f.now())
	if slices.ContainsFunc(f.undone, func(d deed[P]) bool { return kindOf(d.event) == kindOf(event) }) {
		return nil, at
	}
	return event, at
}

// kindOf is an event's type; empty for none.
func kindOf(event json.RawMessage) string {
	e, err := ParseEvent(event)
	if err != nil {
		return ""
	}
	return e.Type
}

// Again handles an event that a table accepted before, perhaps under rules that were less strict.
func Again(t Table, event []byte) Answer {
	if r, ok := t.(Repeater); ok {
		return r.Again(event)
	}
	return t.Handle(event)
}

// Replay handles events that a table accepted before. The error names the first that is refused now, counting from 1.
func Replay(t Table, events []json.RawMessage) error {
	for i, e := range events {
		if a := Again(t, e); !a.OK {
			return fmt.Errorf("event %d, %q: %s", i+1, kindOf(e), a.Violations[0].Message)
		}
	}
	return nil
}
