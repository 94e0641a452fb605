package game

import (
	"bytes"
	"encoding/json"
	"time"
)

// The types of line that every game has.
const (
	Unclear = "unclear" // needs a person: question, candidates
	Amended = "amended" // what was reported before is corrected
	Summary = "summary" // the last line
)

// Line is one thing that happened, as "tilewatch watch" writes it: type, frame, time_s, then the fields.
type Line struct {
	Type   string
	Frame  int           // the newest frame read when the line was written
	Time   time.Duration // of that frame
	Fields any           // marshals to an object; nil: none
	// Events are the line in the rules' language, for the Table: what is kept and shown. None for what no rule knows.
	Events []json.RawMessage
	Text   string // for people; may be empty
}

// LineAt is a line of a moment.
func LineAt(m Moment, kind string, fields any) Line {
	return Line{Type: kind, Frame: m.Frame, Time: m.Time, Fields: fields}
}

// MarshalJSON writes one object. A value that cannot be marshaled is the game's mistake and an error.
func (l Line) MarshalJSON() ([]byte, error) {
	return Merged(struct {
		Type  string  `json:"type"`
		Frame int     `json:"frame"`
		TimeS float64 `json:"time_s"`
	}{l.Type, l.Frame, float64(l.Time.Milliseconds()) / 1000}, l.Fields)
}

// Merged is one JSON object with the fields of all, in order; nil has none. The caller sees to it that no field comes
// twice.
func Merged(objects ...any) ([]byte, error) {
	out := []byte{'{'}
	for _, o := range objects {
		if o == nil {
			continue
		}
		data, err := json.Marshal(o)
		if err != nil {
			return nil, err
		}
		if data = bytes.TrimSpace(data); len(data) <= 2 || data[0] != '{' { // {} and null have nothing to add
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, data[1:len(data)-1]...)
	}
	return append(out, '}'), nil
}
