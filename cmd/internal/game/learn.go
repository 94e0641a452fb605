package game

import (
	"errors"
	"fmt"

	"tilewatch/cmd/internal/photo"
	"tilewatch/vision/profile"
)

// learn cuts examples of a set's cards out of a photo.
func (d defined[L]) learn(in Inputs, data []byte) (cards map[string][]byte, err error) {
	eyes, err := d.eyes()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, eyes.Close()) }()
	if eyes.cards == nil {
		return nil, fmt.Errorf("%s has no cards to learn", d.rules.Title())
	}
	opened, err := photo.Open(data, in.Camera)
	if err != nil {
		return nil, err
	}
	defer opened.Picture.Close()
	return eyes.cards.Learn(opened.Picture, profile.Inputs{Camera: opened.Camera, Tileset: in.Tileset})
}
