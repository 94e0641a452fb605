package main

import (
	"errors"
	"time"

	"tilewatch/cmd/internal/live"
	"tilewatch/cmd/internal/photo"
	"tilewatch/engine/follow"
	"tilewatch/vision"
)

// watching is an opened source with all that follows it. Its Watch still lacks where to tell what happens.
type watching struct {
	Watch  live.Watch
	source vision.Source
	gate   *vision.Gate
	eyes   *photo.Eyes
}

// unwatched is how long a table may go unread with nothing said against it: the gate tells when something moved.
const unwatched = 2 * time.Second

// open connects the source to the reader and the follower.
func (g *game) open(source string, options vision.SourceOptions) (*watching, error) {
	w := &watching{}
	var err error
	if w.source, err = vision.OpenSource(source, options); err != nil {
		return nil, err
	}
	if w.eyes, err = photo.OpenEyes(photo.Both); err != nil {
		return nil, errors.Join(err, w.source.Close())
	}
	w.gate = vision.NewGate()
	w.Watch = live.Watch{
		Source: w.source, Gate: w.gate, Follower: follow.New(g.players, g.words, follow.Options{Gap: unwatched}),
		Eyes: w.eyes.Watch(g.camera, g.tileset),
	}
	return w, nil
}

// Close ends the source first: nothing may be read after the rest is gone.
func (w *watching) Close() error {
	return errors.Join(w.source.Close(), w.gate.Close(), w.eyes.Close())
}
