package ndjson

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Twice is the first member that an object in the JSON text has twice, if there is one. Readers of JSON differ in which of the two counts,
// so such a text can say one thing to who checks it and another to who obeys it. Capital letters make no difference to some of them. Of a
// text that is not JSON it says nothing.
func Twice(text []byte) (member string, found bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var open []*level
	for {
		token, err := d.Token()
		if err != nil {
			return "", false
		}
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				open = append(open, newLevel(token))
				continue
			}
			open = open[:len(open)-1]
		case string:
			if len(open) > 0 && open[len(open)-1].name() {
				if open[len(open)-1].again(token) {
					return token, true
				}
				continue
			}
		}
		if len(open) > 0 {
			open[len(open)-1].valued()
		}
	}
}

// level is an object or a list that has begun.
type level struct {
	members map[string]bool // nil: it is a list
	value   bool            // a member's value is next
}

func newLevel(begin json.Delim) *level {
	if begin == '{' {
		return &level{members: map[string]bool{}}
	}
	return &level{}
}

// name reports whether a member's name is next.
func (l *level) name() bool { return l.members != nil && !l.value }

// again takes a member's name, and reports whether it was there.
func (l *level) again(name string) bool {
	folded := strings.ToLower(name)
	there := l.members[folded]
	l.members[folded], l.value = true, true
	return there
}

// valued says that a value is over.
func (l *level) valued() { l.value = false }
