package nabit

import (
	"encoding/json"
	"fmt"

	"tilewatch/engine/game"
	"tilewatch/engine/nabit"
)

// rules are NAB-IT!'s as a game.Table.
type rules struct{ *nabit.Game }

var _ game.Repeater = rules{}

func (t rules) Handle(event []byte) game.Answer { return t.answer(t.Game.Handle(event)) }

// Again implements game.Repeater.
func (t rules) Again(event []byte) game.Answer {
	e, err := nabit.ParseEvent(event)
	if err != nil {
		return t.Handle(event) // it says what is wrong
	}
	e.Kept = true
	return t.answer(t.Game.Apply(e))
}

func (t rules) answer(a nabit.Answer) game.Answer {
	answer := game.Answer{OK: a.OK, Whole: func(line int) any {
		a.Line = line
		return explain(t.Game, a)
	}}
	for _, v := range a.Violations {
		answer.Violations = append(answer.Violations, game.Violation{Rule: string(v.Rule), Message: v.Message()})
	}
	return answer
}

func (t rules) Events() []json.RawMessage {
	var events []json.RawMessage
	for _, e := range t.Game.Events() {
		events = append(events, payload(e))
	}
	return events
}

// payload is an accepted event as JSON.
func payload(e nabit.Event) json.RawMessage {
	data, err := json.Marshal(e)
	if err != nil {
		panic(fmt.Sprintf("nabit: an accepted event does not marshal: %v", err)) // plain data
	}
	return data
}

// State implements game.Table.
func (t rules) State() any {
	s := t.Game.State()
	if len(s.Options.Words) == 0 {
		return nil
	}
	return s
}

// Races implements game.Table: nobody does.
func (rules) Races(string) bool { return false }

// CanUndo and CanRedo implement game.Table.
func (t rules) CanUndo() bool {
	undo, _, _ := t.Steps()
	return undo != nil
}

// CanRedo implements game.Table.
func (t rules) CanRedo() bool {
	_, redo, _ := t.Steps()
	return redo != nil
}
