package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The events that every game has.
const (
	Start  = "start"
	Undo   = "undo"
	Redo   = "redo"
	Finish = "finish" // the game ends here, whatever the points say
	Rename = "name"   // calls a player otherwise: player, name; not every game has it
	// Correct changes what happened earlier: see Fold.
	Correct = "correct"
)

// Event is one thing that happened at the table. Its other fields depend on Type: see Into.
type Event struct {
	Type string    `json:"type"`
	Game string    `json:"game"`          // of a start
	At   time.Time `json:"at,omitzero"`   // by the server's clock; zero where nobody keeps time
	Seen bool      `json:"seen,omitzero"` // the camera saw it; otherwise a person said so
	// Kept: a table accepted it before. It happened, even where the rules have become stricter since, or an event before it was corrected.
	Kept bool `json:"-"`
	// Refolded: besides, an event before it was corrected, and it is folded again.
	Refolded bool `json:"-"`
	// Number is its number among all that the table has accepted since the start, which is 1. By it a Correct names an event.
	Number int `json:"-"`
	// Own is the event in its game's own words: see Rules.Read.
	Own any `json:"-"`
	raw []byte
}

// ParseEvent reads one event. The data is kept: it must not be changed afterwards.
func ParseEvent(data []byte) (Event, error) {
	var e Event
	if len(bytes.TrimSpace(data)) == 0 {
		return e, errors.New("not an event: the line is empty")
	}
	err := decode(data, &e)
	e.raw = data
	return e, err
}

// Into reads the fields an event of its type has. Unknown ones are passed over.
func (e Event) Into(fields any) []Violation {
	if err := decode(e.raw, fields); err != nil {
		return Bad("%v", err)
	}
	return nil
}

func decode(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fmt.Errorf("not an event: %q cannot be a %s", wrong.Field, wrong.Value)
	}
	if err != nil {
		return fmt.Errorf("not an event: %w", err)
	}
	return nil
}

// Stamped is the event with the time at which it came in, by the server's clock, whatever time it brought itself.
func Stamped(event []byte, at time.Time) ([]byte, error) {
	return with(event, map[string]any{"at": at})
}

// With is the event with other fields.
func (e Event) With(changed map[string]any) (json.RawMessage, []Violation) {
	data, err := with(e.raw, changed)
	if err != nil {
		return nil, Bad("%v", err)
	}
	return data, nil
}

func with(event []byte, changed map[string]any) (json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(event, &fields); err != nil {
		return nil, fmt.Errorf("not an event: %w", err)
	}
	for name, value := range changed {
		data, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		fields[name] = data
	}
	return json.Marshal(fields)
}
