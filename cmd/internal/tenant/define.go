package tenant

import (
	"tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/profile"
	"tilewatch/vision/source"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// defined is a game made of its rules and its eyes.
type defined[L any] struct {
	rules game.Game[L]
	open  profile.Open[L]
	page  func(state any) scoreboard.State
}

// Define makes a tenant of rules and eyes that speak of the same L. page draws the rules' state; nil draws it plainly.
func Define[L any](rules game.Game[L], open profile.Open[L], page func(state any) scoreboard.State) Game {
	if page == nil {
		page = func(state any) scoreboard.State { return parts.Plain(rules.Name(), rules.Title(), state) }
	}
	d := defined[L]{rules, open, page}
	return Game{
		Name: rules.Name(), Title: rules.Title(), Rules: d.table, Replay: d.table, Page: page,
		Photos: d.photos, Film: d.watched, Sit: d.sit, Players: Names, Learn: d.learn,
	}
}

// opened are a game's eyes, with what the profile leaves to each game.
type opened[L any] struct {
	profile.Eyes[L]
	film  profile.Eyes[L] // for the pictures of one camera; closed with the rest
	cards profile.Learner // nil: the game has none
}

// eyes opens the game's eyes. The caller closes them.
func (d defined[L]) eyes() (opened[L], error) {
	eyes, err := d.open()
	if err != nil {
		return opened[L]{}, err
	}
	o := opened[L]{Eyes: eyes, film: eyes}
	if t, tracks := eyes.(profile.Tracker[L]); tracks {
		o.film = t.Track()
	}
	o.cards, _ = eyes.(profile.Learner) // nil where the eyes learn none
	return o, nil
}

func (d defined[L]) table(words *lexicon.Lexicon) game.Table { return d.rules.Table(Words(words)) }

func (d defined[L]) photos(in Inputs) (Photos, error) {
	eyes, err := d.open() // photos have nothing to do with each other
	if err != nil {
		return nil, err
	}
	return &photos[L]{rules: d.rules, eyes: eyes, in: in}, nil
}

// watched follows a game that nobody keeps.
func (d defined[L]) watched(in Inputs, source source.Source) (Film, error) {
	return d.film(in, source, nil)
}

func (d defined[L]) sit(in Inputs, at Seat) (Party, error) {
	s := newSession(func() game.Table { return d.table(in.Words) }, d.page, in.Players, at)
	s.name = d.rules.Name()
	p := Party{Film: func(in Inputs, source source.Source) (Film, error) { return d.film(in, source, s.saw) }}
	p.Game, p.Remembers = s, 1
	return p, nil
}
