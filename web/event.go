package web

import (
	"encoding/json"
	"sync"

	"tilewatch/web/text"
)

// event is one published state, with what is rendered from it once for all who look at it the same way.
type event struct {
	state State
	game  Game   // who draws it
	was   uint64 // number of the state before
	json  func() []byte
	again int // how often its sentence was said before

	mu    sync.Mutex
	looks map[Look]parts
	sent  packets
}

func newEvent(s State, by Game) *event {
	e := &event{state: s, game: by}
	e.json = sync.OnceValue(func() []byte {
		data, err := json.Marshal(&e.state)
		if err != nil { // plain data: cannot fail
			return []byte(`{}`)
		}
		return data
	})
	return e
}

// parts are the state's pieces for a look, drawn at the first call.
func (e *event) parts(l Look) parts {
	e.mu.Lock()
	defer e.mu.Unlock()
	drawn, ok := e.looks[l]
	if !ok {
		drawn = renderParts(&e.state, e.game, l)
		if e.looks == nil {
			e.looks = map[Look]parts{}
		}
		e.looks[l] = drawn
	}
	return drawn
}

// say is the state's sentence in a language; one that was said before says so.
func (e *event) say(t *text.Texts) string {
	said := sentence(&e.state, e.game, t)
	if said != "" && e.again > 0 {
		said += " " + t.Say("say.again", "n", e.again+1)
	}
	return said
}

// sentence is what is said of the state in the house's language.
func (e *event) sentence() string { return sentence(&e.state, e.game, text.For(text.Default)) }

// said is an event and what it is called on the wire.
type said struct {
	kind string
	*event
}
