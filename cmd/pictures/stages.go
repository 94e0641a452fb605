package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tilewatch/web/browsertest/chromium"
)

// studio makes the pictures.
type studio struct {
	program string
	only    []string // nil: all
	tab     tab
}

// run makes all pictures that are wanted, one stage after the other: the machine may have two cores.
func (s *studio) run(ctx context.Context) error {
	for _, name := range s.only {
		if name != movingName && !slices.ContainsFunc(shots, func(p shot) bool { return p.name == name }) {
			return errors.New("there is no picture " + name)
		}
	}
	browser, stop, err := chromium.Start()
	if err != nil {
		return err
	}
	defer stop()
	s.tab = tab{browser}
	if s.wants(movingName) || slices.ContainsFunc(shots, func(p shot) bool { return p.stage == game && s.wants(p.name) }) {
		if err := s.playGame(ctx); err != nil {
			return err
		}
	}
	for _, p := range shots {
		if g, ok := films[p.stage]; ok && s.wants(p.name) {
			if err := s.playFilm(ctx, p, g); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *studio) wants(name string) bool { return s.only == nil || slices.Contains(s.only, name) }

// playFilm takes one picture of a film's game.
func (s *studio) playFilm(ctx context.Context, p shot, g filmed) (err error) {
	f, err := openFilm(ctx, g.film)
	if err != nil {
		return err
	}
	camera := newCamera(f.still(g.acts[0].first, g.acts[0].last))
	defer camera.Close()
	served, err := serve(ctx, s.program, "--game", p.stage, "--players", g.players, "--source", camera.URL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.leave(served)) }()
	if err := errors.Join(s.tab.open(served.address+served.host), s.tab.open(served.address+p.page)); err != nil {
		return err
	}
	for n, a := range g.acts {
		camera.shows(f.still(a.first, a.last))
		if err := s.see(ctx, a); err != nil {
			return fmt.Errorf("%s, act %d: %w", p.name, n+1, err)
		}
	}
	return s.take(p, set{served, nil})
}

// see waits until the page shows an act.
func (s *studio) see(ctx context.Context, a act) error {
	if a.shown == "" {
		return sleep(ctx, steady)
	}
	return s.tab.until(a.shown)
}

// leave closes the page before its server ends: it would try to come back.
func (s *studio) leave(served *server) error {
	return errors.Join(s.tab.open("about:blank"), served.stop())
}
