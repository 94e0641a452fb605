package games

import (
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/vision"
	"tilewatch/vision/profile"
)

// defined is a game made of its rules and its eyes.
type defined[L any] struct {
	game.Game[L]
	open profile.Open[L]
}

// define joins rules and eyes that speak of the same L.
func define[L any](rules game.Game[L], open profile.Open[L]) Game { return defined[L]{rules, open} }

func (d defined[L]) Table(words *lexicon.Lexicon) game.Table { return d.Game.Table(asWords(words)) }

func (d defined[L]) Photos(in Inputs) (Photos, error) {
	eyes, err := d.open()
	if err != nil {
		return nil, err
	}
	return &photos[L]{rules: d.Game, eyes: eyes, in: in}, nil
}

func (d defined[L]) Film(in Inputs, source vision.Source) (Film, error) {
	eyes, err := d.open()
	if err != nil {
		return nil, err
	}
	f := &film[L]{source: source, gate: vision.NewGate(), eyes: eyes, look: eyes, in: in}
	f.follower = d.Follow(asWords(in.Words), in.Players)
	if t, ok := eyes.(profile.Tracker[L]); ok {
		f.look = t.Track()
	}
	return f, nil
}

// asWords keeps a missing list missing: an interface that holds a nil pointer is not nil.
func asWords(words *lexicon.Lexicon) game.Words {
	if words == nil {
		return nil
	}
	return words
}
