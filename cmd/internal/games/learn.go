package games

import (
	"errors"
	"fmt"

	"tilewatch/cmd/internal/photo"
	"tilewatch/vision/profile"
)

// Learner is a game whose eyes can be shown a set's own cards.
type Learner interface {
	Game
	// Learn cuts examples of the cards out of a photo: PNG files by the cards' names, for a tile set's Cards.
	Learn(in Inputs, data []byte) (map[string][]byte, error)
}

func (d defined[L]) Learn(in Inputs, data []byte) (cards map[string][]byte, err error) {
	eyes, err := d.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, eyes.Close()) }()
	l, ok := eyes.(profile.Learner)
	if !ok {
		return nil, fmt.Errorf("%s has no cards to learn", d.Title())
	}
	opened, err := photo.Open(data, in.Camera)
	if err != nil {
		return nil, err
	}
	defer opened.Picture.Close()
	return l.Learn(opened.Picture, profile.Inputs{Camera: opened.Camera, Tileset: in.Tileset})
}
