package game

import (
	"encoding/json"

	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/web/scoreboard"
)

// steps are what an undo would take back and a redo bring back; nil: nothing.
func (s *Session) steps() (undo, redo *scoreboard.Deed) {
	rules := s.play.Rules()
	if rules.CanUndo() {
		undo = s.step(kernel.Undo)
	}
	if rules.CanRedo() {
		redo = s.step(kernel.Redo)
	}
	return undo, redo
}

// step is what an undo or a redo would do.
func (s *Session) step(kind string) *scoreboard.Deed {
	rules, knows := s.play.Rules().(kernel.Historian)
	if !knows || s.brief == nil {
		return &scoreboard.Deed{Type: kind}
	}
	event, next := rules.Steps()
	if kind == kernel.Redo {
		event = next
	}
	deed := s.brief.Brief(event, s.play.Rules().State(), kind == kernel.Redo)
	return &deed
}

// noticed is what a person has done to the game, and which player was meant, by name or by seat.
func (s *Session) noticed(event json.RawMessage, kind string) *scoreboard.Notice {
	if typeOf(event) == engine.Marked {
		return nil
	}
	n := &scoreboard.Notice{Kind: kind}
	if h, knows := s.play.Rules().(kernel.Historian); knows && kind == kernel.Undo {
		_, n.Event = h.Steps()
	} else if knows && kind == kernel.Redo {
		n.Event, _ = h.Steps()
	}
	switch {
	case s.brief == nil:
		page := s.page(s.play.Rules().State())
		n.Player = page.Meant(event)
	case n.Event != nil:
		n.Deed = s.brief.Brief(n.Event, s.play.Rules().State(), kind == kernel.Undo)
	default:
		n.Deed = s.brief.Brief(event, s.play.Rules().State(), false)
	}
	return n
}
