package scoreboard

import (
	"encoding/json"
	"html/template"

	"tilewatch/web/text"
)

// Photo is what a photo shows, for people.
type Photo struct {
	Lines []PhotoLine // none: the photo shows nothing of the game
	Marks []PhotoMark
}

// PhotoLine is a player, a rack, a run: with its points, if it has any, and what it is made of.
type PhotoLine struct {
	Name, Points string
	Parts        []string
}

// PhotoMark is one thing in the photo.
type PhotoMark struct {
	Corners [4][2]float64 // pixels, around it
	Label   string
}

// PhotoGame is a Game with words of its own for photos.
type PhotoGame interface {
	// Photo reads the line that "tilewatch score" prints for a photo. What cannot be read is left out.
	Photo(reading []byte, t *text.Texts) Photo
}

// PhotoCounter is a Game that counts a photo's board, asks what it doubts, and takes what people say of it.
type PhotoCounter interface {
	// Count counts what the page of photos has sent: what the API read in photos of one table, and what people said of it. keeps: its reader
	// may keep the board as a game. An error says what cannot be.
	Count(sent []byte, t *text.Texts, keeps bool) (Counted, error)
}

// Counted is the answer to a photo.
type Counted interface {
	Draw() (template.HTML, error)
	// Sheet is the dialog that a tap opens; known is false for an unknown name, or a place without one.
	Sheet(name string) (sheet Sheet, known bool, err error)
	// Events are a game that begins with the board as it lies, and is over; none where there is no board. An error says why it cannot be kept.
	Events() ([]json.RawMessage, error)
}
