package scoreboard

import (
	"encoding/json"
	"html/template"
	"io/fs"
	"net/url"

	"tilewatch/engine/game"
	"tilewatch/web/text"
)

// Game is the door through which a game's pages enter. Package parts draws from the State what all games have in common (the head, whose
// turn it is, the players' rows, notes and questions); a Game fills the rest. Several goroutines call its methods, which change nothing
// they are given.
type Game interface {
	// Files are its templates. An open page loads itself again when the program's templates have changed.
	Files() fs.FS
	// Name is the State.Game that it draws; Title is how the box prints it.
	Name() string
	Title() string
	// Complete fills in what follows from a state and the one at the end of the turn before, which is nil where that was not
	// seen. Ranks and points won are filled in already.
	Complete(s State, before *State) State
	// Sentence is the last turn in one line, for the ear: no two turns' are the same. Empty: nothing to say.
	Sentence(s *State, t *text.Texts) string
	// Parts are the HTML of the places that only this game fills: "board", "last", "words", and "tools", which only players
	// and hosts see.
	Parts(s *State, look Look) map[string]template.HTML
	// Choices are the house rules that a host may choose when a game begins.
	Choices() game.HouseRules
	// Sheet is the dialog that a tap opens over the page, by its name and the address's values; ok is false for an unknown name.
	Sheet(s *State, look Look, name string, values url.Values) (sheet Sheet, ok bool)
}

// Look is how somebody looks at a table.
type Look struct {
	Texts    *text.Texts
	Quarters int // the board is turned clockwise by so many quarter turns, 0 to 3
}

// Sheet is a dialog over the page.
type Sheet struct {
	Title string
	Body  template.HTML
	Typed *Typed // nil: nothing is typed on it
}

// Typed is what was typed into the form on a Sheet, which has the attribute data-typed.
type Typed struct {
	Event   json.RawMessage // of the engine; nil: it says nothing yet
	Problem string          // why there is no event; empty: nothing was typed
	// Shown is what the event would bring, of the state that would follow; nil: that state's sentence says it.
	Shown func(after *State) template.HTML
}

// TypedEvent is Typed of an event that is plain data.
func TypedEvent(event any) *Typed {
	data, err := json.Marshal(event)
	if err != nil {
		return &Typed{Problem: err.Error()}
	}
	return &Typed{Event: data}
}
