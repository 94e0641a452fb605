package scoreboard

import (
	"encoding/json"
	"html/template"
	"time"

	"tilewatch/engine"
	"tilewatch/web/text"
)

// Told is one step of a game that is retold: an event, and the state after it.
type Told struct {
	Number int             // of the event, among all that were kept; the start is 1
	Type   string          // of the event
	Event  json.RawMessage // as the rules took it
	At     time.Time       // zero where nobody kept time
	Seen   bool            // by the camera
	Player engine.Color    // whom the event names; none if it names nobody
	State  State
	Points []int // what each player won or lost by it, in the order of State.Players
}

// Teller is a Game that says what its events did.
type Teller interface {
	// Deed is what an event did, without a full stop: "Ana lays 34". s is a state of the same game, for the names. Empty: the event is
	// not worth telling.
	Deed(s *State, event json.RawMessage, t *text.Texts) string
}

// Briefer is a Game whose rules know more of an event than it says itself: which turn it was, and the words that it made.
type Briefer interface {
	// Brief is an event in a few words, at the rules' state just after it; with ahead, just before it.
	Brief(event json.RawMessage, state any, ahead bool) Deed
}

// Narrator is a Game that says what a whole game was about.
type Narrator interface {
	// Story is how the game went, for the page of its result. The start is the first of its steps.
	Story(steps []Told, look Look) template.HTML
}
