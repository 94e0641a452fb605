// Package nabit is NAB-IT! as a game of the program: what it needs beside rules and eyes. It is played live, as the one game
// that camera and people speak of; it asks what the camera cannot decide, and turns what people say of a stack into corrections.
package nabit

import (
	_ "embed" // the sample game
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games/nabit/film"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/games/nabit/turns"
	"tilewatch/cmd/internal/table"
	"tilewatch/cmd/internal/wordlist"
	"tilewatch/engine"
	kernel "tilewatch/engine/game"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/source"
	webdesk "tilewatch/web/desk"
	webnabit "tilewatch/web/games/nabit"
)

// sample is a game as "tilewatch engine" reads it.
//
//go:embed sample.ndjson
var sample []byte

// Define is NAB-IT!.
func Define() game.Game {
	return game.Game{
		Name: nabit.Name, Title: "NAB-IT!", Colors: true,
		Rules: func(words *lexicon.Lexicon) kernel.Table {
			return defining{nabit.New(game.Words(words)).Table(), words.Language()}
		},
		Replay:  func(*lexicon.Lexicon) kernel.Table { return nabit.New(nabit.AnyWord{}).Table() },
		Page:    game.Page(webnabit.Scoreboard),
		Photos:  sight.OpenPhotos,
		Letters: sight.OpenLetters,
		Film:    unkept,
		Sit:     sit,
		Players: players,
		Shown:   turns.Of,
		Retold:  webnabit.Retell,
		Sample:  table.Lines(sample),
	}
}

// players are colors.
func players(list string) (names []string, err error) {
	if list == "" {
		return nil, nil
	}
	for _, name := range strings.Split(list, ",") {
		c, err := engine.ParsePlayerColor(strings.TrimSpace(name))
		if err == nil && slices.Contains(names, c.String()) {
			err = fmt.Errorf("%s is named twice: name each player once, in turn order", c)
		}
		if err != nil {
			return nil, fmt.Errorf("--players: %w", err)
		}
		names = append(names, c.String())
	}
	if len(names) < 2 {
		return nil, fmt.Errorf("--players: only %q: name two to four colors in turn order, like red,green", list)
	}
	return names, nil
}

// followers make followers of the players named that have seen nothing.
func followers(in game.Inputs, words *wordlist.List) (fresh func() *follow.Follower, err error) {
	named := make([]engine.Color, len(in.Players))
	for i, name := range in.Players {
		if named[i], err = engine.ParseColor(name); err != nil {
			return nil, err
		}
	}
	return func() *follow.Follower { return follow.New(named, words.Words(), follow.Options{Gap: film.Unwatched}) }, nil
}

// unkept follows a game that nobody keeps.
func unkept(in game.Inputs, source source.Source) (game.Film, error) {
	fresh, err := followers(in, wordlist.Fixed(in.Words))
	if err != nil {
		return nil, err
	}
	follower := fresh()
	return film.Open(in, source, func() *follow.Follower { return follower }, nil)
}

// sit begins a party.
func sit(in game.Inputs, at game.Seat) (game.Party, error) {
	words := at.WordList(in)
	at.Words = words
	fresh, err := followers(in, words)
	if err != nil {
		return game.Party{}, err
	}
	d := newLive(words, at, fresh)
	s := d.session(at)
	return game.Party{
		Party: s.Party(remembers),
		Film: func(in game.Inputs, source source.Source) (game.Film, error) {
			saw := func(lines []follow.Line) { s.Saw(d.looked(lines)) }
			return film.Open(in, source, func() *follow.Follower { return d.follower }, saw)
		},
	}, nil
}

// session is the play with all that NAB-IT! can.
func (d *live) session(at game.Seat) *game.Session {
	return game.NewSession(nabit.Name, d, game.Page(webnabit.Scoreboard), game.Can{
		Says: d.says(), Shows: d.shows, Tries: d.tries, Places: d, Advises: &d.advisor,
	}, at)
}

// tries adds to the trial of a play the rack that the camera sees, and the words that the table's list lacks.
func (d *live) tries(event json.RawMessage, a kernel.Answer, out *webdesk.Outcome) {
	e, err := nabit.ParseEvent(event)
	if err != nil {
		return
	}
	for _, r := range d.follower.Racks() {
		if r.Color == e.Player {
			out.Rack = r.Letters()
		}
	}
	whole, _ := a.Whole(0).(nabit.Answer)
	outside := func(v nabit.Violation) bool { return v.Rule == nabit.NotAWord }
	if !a.OK && !slices.ContainsFunc(whole.Violations, func(v nabit.Violation) bool { return !outside(v) }) {
		for _, v := range whole.Violations {
			out.Outside = append(out.Outside, v.Word)
		}
	}
	for _, v := range whole.Warnings {
		if outside(v) {
			out.State.Outside = append(out.State.Outside, v.Word)
			continue
		}
		out.State.Warnings = append(out.State.Warnings, engine.Warning{Code: string(v.Rule), Message: v.Message()})
	}
}
