package game

import (
	"fmt"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/replay"
	"tilewatch/cmd/internal/table"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/profile"
	"tilewatch/vision/source"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
	"tilewatch/web/scoreboard"
)

// defined is a game made of its rules and its eyes.
type defined[L any] struct {
	rules kernel.Game[L]
	open  profile.Open[L]
	page  func(state any) scoreboard.State
}

// Define makes a game of rules and eyes that speak of the same L. page draws the rules' state; nil draws it plainly.
func Define[L any](rules kernel.Game[L], open profile.Open[L], page func(state any) scoreboard.State) Game {
	if page == nil {
		page = func(state any) scoreboard.State { return parts.Plain(rules.Name(), rules.Title(), state) }
	}
	d := defined[L]{rules, open, page}
	g := Game{
		Name: rules.Name(), Title: rules.Title(), Rules: d.table, Replay: d.table, Page: page,
		Photos: d.photos, Film: d.watched, Sit: d.sit, Players: Names, Learn: d.learn,
	}
	g.Retold = func(stored journal.Game) (retold.Kept, error) {
		return retold.Kind{Rules: g.Again, Page: g.Page}.Of(Events(stored))
	}
	g.Shown = func(stored journal.Game) (replay.Game, error) {
		kept, err := g.Retold(stored)
		if err != nil {
			return replay.Game{}, cli.Fail(fmt.Errorf("game %q: %w", stored.Game, err))
		}
		return replay.Told(stored, kept.(*retold.Game)), nil
	}
	return g
}

// Sampled is the game with a sample: the events of an NDJSON file, the start first.
func (g Game) Sampled(file []byte) Game {
	g.Sample = table.Lines(file)
	return g
}

// Played is what a page shows of the sample after each of its events.
func (g Game) Played() (shown []scoreboard.State) {
	if g.Sample == nil {
		return nil
	}
	at := g.Replay(nil)
	for _, event := range g.Sample {
		at.Handle(event)
		shown = append(shown, g.Page(at.State()))
	}
	return shown
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

func (d defined[L]) table(words *lexicon.Lexicon) kernel.Table { return d.rules.Table(Words(words)) }

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
	words := at.WordList(in)
	at.Words = words
	play := newReported(d.rules.Name(), func() kernel.Table { return d.rules.Table(words.Words()) }, d.page, in.Players, at)
	s := NewSession(d.rules.Name(), play, d.page, Can{Means: play.means}, at)
	return Party{s.Party(1), func(in Inputs, source source.Source) (Film, error) { return d.film(in, source, play.heard(s)) }}, nil
}
