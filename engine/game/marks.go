package game

import (
	"encoding/json"
	"time"

	"tilewatch/engine"
)

// MarksOf is what stands of the marks among a game's events.
func MarksOf(events []json.RawMessage) (m engine.Marks) {
	for _, data := range events {
		var e struct {
			Type string
			engine.Mark
			Seen bool
			At   any
		}
		if json.Unmarshal(data, &e) == nil {
			note(&m, Event{Type: e.Type, Seen: e.Seen, At: moment(e.At)}, e.Mark)
		}
	}
	return m
}

// note adds what an event says to the marks: its mark, if it is one.
func note(m *engine.Marks, e Event, mark engine.Mark) {
	m.Watched = m.Watched || e.Seen
	if e.Type != engine.Marked {
		m.Pass(e.Type)
		return
	}
	m.Take(mark)
	if mark.Deleted != nil {
		m.DeletedAt = e.At
	}
}

// moment is when an event was made, as Stamped wrote it; zero if that cannot be read.
func moment(at any) (t time.Time) {
	text, _ := at.(string)
	_ = t.UnmarshalText([]byte(text)) // it stays zero
	return t
}

// mark is the event's, for a Table that takes it.
func (e Event) mark() (m engine.Mark, refused []Violation) {
	if refused = e.Into(&m); refused == nil && !m.Valid() {
		refused = Bad("a mark needs life (in_play, source_ended or abandoned), title, hidden or deleted")
	}
	return m, refused
}
