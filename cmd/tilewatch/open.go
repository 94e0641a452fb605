package main

import (
	"errors"

	"tilewatch/cmd/internal/games"
	"tilewatch/vision/source"
)

// watching is an opened source with all that follows NAB-IT! on it. Its Watch still lacks where to tell what happens.
type watching struct {
	*games.NabitFilm
	source source.Source
}

// inputs are what the flags say, for the game.
func (g *game) inputsOf() games.Inputs {
	return games.Inputs{Camera: g.camera, Tileset: g.tileset, Words: g.words, Players: g.names, Table: g.table, Glyphs: g.glyphs}
}

// follow connects a source to the reader and the follower; it is closed with the rest, also when that fails.
func (g *game) follow(src source.Source) (*watching, error) {
	src = source.InColor(src)
	film, err := games.Nabit(g.inputsOf(), g.players, src)
	if err != nil {
		return nil, errors.Join(err, src.Close())
	}
	return &watching{film, src}, nil
}

// Close ends the source first: nothing may be read after the rest is gone.
func (w *watching) Close() error { return errors.Join(w.source.Close(), w.NabitFilm.Close()) }
