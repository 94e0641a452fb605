// Package profile says what a game's eyes are: pictures in, a report in the engine's words out. Each game has its own
// below vision; they decide no rules.
package profile

import (
	"tilewatch/calibration"
	"tilewatch/vision/picture"
)

// Eyes see the table of one game. L is what they report of one picture. They serve one goroutine; whoever opened them
// closes them.
type Eyes[L any] interface {
	// Look reads one picture by itself. An error that is the picture's fault is a *picture.Error.
	Look(p *picture.Picture, in Inputs) (L, error)
	Close() error
}

// Tracker are eyes that read the pictures of one camera that stands still better, or faster, for having seen those
// before. It is optional.
type Tracker[L any] interface {
	// Track begins a film. What it answers is closed with the eyes it came from.
	Track() Eyes[L]
}

// Learner are eyes that can be shown a set's own cards. It is optional.
type Learner interface {
	// Learn cuts examples of a set's cards out of a picture on which they lie as the game wants it: PNG files by the cards' names, for a tile
	// set's Cards. An error that is the picture's fault is a *picture.Error.
	Learn(p *picture.Picture, in Inputs) (map[string][]byte, error)
}

// Inputs are what is known beside the picture; each may be nil.
type Inputs struct {
	Camera  *calibration.Camera // fitted to the picture's size; nil: from EXIF where there is none, else estimated
	Tileset *calibration.Tileset
}

// Open starts a game's eyes.
type Open[L any] func() (Eyes[L], error)
