package stream

import (
	"encoding/json"
	"sync"

	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/text"
)

// Event is one published state, with what is rendered from it once for all who look at it the same way.
type Event struct {
	State scoreboard.State
	Game  scoreboard.Game // who draws it
	was   uint64          // number of the state before
	JSON  func() []byte
	again int // how often its sentence was said before

	mu    sync.Mutex
	looks map[scoreboard.Look]parts.Parts
	sent  packets
}

func newEvent(s scoreboard.State, by scoreboard.Game) *Event {
	e := &Event{State: s, Game: by}
	e.JSON = sync.OnceValue(func() []byte {
		data, err := json.Marshal(&e.State)
		if err != nil { // plain data: cannot fail
			return []byte(`{}`)
		}
		return data
	})
	return e
}

// Parts are the state's pieces for a look, drawn at the first call.
func (e *Event) Parts(l scoreboard.Look) parts.Parts {
	e.mu.Lock()
	defer e.mu.Unlock()
	drawn, ok := e.looks[l]
	if !ok {
		drawn = parts.Render(&e.State, e.Game, l)
		if e.looks == nil {
			e.looks = map[scoreboard.Look]parts.Parts{}
		}
		e.looks[l] = drawn
	}
	return drawn
}

// say is the state's sentence in a language; one that was said before says so.
func (e *Event) say(t *text.Texts) string {
	said := parts.Sentence(&e.State, e.Game, t)
	if said != "" && e.again > 0 {
		said += " " + t.Say("say.again", "n", e.again+1)
	}
	return said
}

// sentence says the state in the house's language.
func (e *Event) sentence() string { return parts.Sentence(&e.State, e.Game, text.For(text.Default)) }

// message is an event with its kind on the wire.
type message struct {
	kind string
	*Event
}
