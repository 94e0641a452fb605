package game

import (
	"encoding/json"
	"fmt"
)

// The rules that every game has; each adds its own.
const (
	BadEvent = "bad_event"
	NotTurn  = "not_your_turn"
	Over     = "game_over"
)

// Violation is why an event was refused.
type Violation struct {
	Rule    string `json:"rule"`    // its name, as the contract has it
	Message string `json:"message"` // a sentence for players, with the remedy where there is one
}

// Broken is one violation.
func Broken(rule, format string, args ...any) []Violation {
	return []Violation{{rule, clipped(fmt.Sprintf(format, args...))}}
}

// Bad is a violation of BadEvent: the event makes no sense.
func Bad(format string, args ...any) []Violation { return Broken(BadEvent, format, args...) }

// longest is how much of a message is shown, in characters: what comes from outside may be a megabyte.
const longest = 300

func clipped(text string) string {
	n := 0
	for i := range text {
		if n++; n > longest {
			return text[:i] + "..."
		}
	}
	return text
}

// Answer is what an event brought.
type Answer struct {
	OK         bool
	Violations []Violation // why not, if not OK
	Fields     []any       // each marshals to an object; together they stand beside "ok"
	Line       int         // the line that was refused, where events come as lines; 0 if they do not
	// Whole, if set, is the answer in a form of the game's own, "ok" included.
	Whole func(line int) any
}

// Refuse is the answer to what breaks a rule.
func Refuse(v []Violation) Answer { return Answer{Violations: v} }

// MarshalJSON writes {"ok":true,...} or {"ok":false,"violations":[...]}.
func (a Answer) MarshalJSON() ([]byte, error) {
	if a.Whole != nil {
		return json.Marshal(a.Whole(a.Line))
	}
	if !a.OK {
		return json.Marshal(struct {
			OK         bool        `json:"ok"`
			Line       int         `json:"line,omitempty"`
			Violations []Violation `json:"violations"`
		}{false, a.Line, append([]Violation{}, a.Violations...)})
	}
	return Merged(append([]any{struct {
		OK bool `json:"ok"`
	}{true}}, a.Fields...)...)
}
