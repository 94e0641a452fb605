package scoreboard

import "tilewatch/web/text"

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
