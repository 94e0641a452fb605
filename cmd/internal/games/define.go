package games

import (
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/vision"
	"tilewatch/vision/profile"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// defined is a game made of its rules and its eyes.
type defined[L any] struct {
	game.Game[L]
	open profile.Open[L]
	page func(state any) scoreboard.State
}

// define joins rules and eyes that speak of the same L, and how the game is drawn on a page: plainly, if nothing is said.
func define[L any](rules game.Game[L], open profile.Open[L], page ...func(state any) scoreboard.State) Game {
	d := defined[L]{Game: rules, open: open, page: func(state any) scoreboard.State { return parts.Plain(rules.Name(), rules.Title(), state) }}
	if len(page) > 0 {
		d.page = page[0]
	}
	return d
}

// page is a game's page, by its own state; without a game it is an empty one.
func page[S any](shown func(S) scoreboard.State) func(state any) scoreboard.State {
	return func(state any) scoreboard.State {
		s, begun := state.(S)
		if !begun {
			empty := shown(s)
			return scoreboard.State{Game: empty.Game, Drawn: empty.Drawn, Detail: empty.Detail}
		}
		return shown(s)
	}
}

func (d defined[L]) Page() func(state any) scoreboard.State { return d.page }

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
