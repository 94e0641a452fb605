package game

import (
	"encoding/json"

	"tilewatch/engine"
)

// MarksOf is what stands of the marks among a game's events.
func MarksOf(events []json.RawMessage) (m engine.Marks) {
	for _, data := range events {
		var e struct {
			Type string
			engine.Mark
		}
		if json.Unmarshal(data, &e) != nil {
			continue
		}
		if e.Type == engine.Marked {
			m.Take(e.Mark)
		} else {
			m.Pass(e.Type)
		}
	}
	return m
}

// mark is the event's, for a Table that takes it.
func (e Event) mark() (m engine.Mark, refused []Violation) {
	if refused = e.Into(&m); refused == nil && !m.Valid() {
		refused = Bad("a mark needs life (in_play, source_ended or abandoned), title, hidden or deleted")
	}
	return m, refused
}
