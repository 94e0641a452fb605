package scoreboard

import "tilewatch/web/text"

// Told is what a photo shows, for people.
type Told struct {
	Lines []ToldLine // none: nothing of the game
	Marks []ToldMark
}

// ToldLine is a player, a rack, a run: with its points, if it has any, and what it is made of.
type ToldLine struct {
	Name, Points string
	Parts        []string
}

// ToldMark is one thing in the photo.
type ToldMark struct {
	Corners [4][2]float64 // pixels, around it
	Label   string
}

// PhotoTeller is a Game with words of its own for photos.
type PhotoTeller interface {
	// Told reads the line that "tilewatch score" prints for a photo. What cannot be read is left out.
	Told(reading []byte, t *text.Texts) Told
}
