package main

import (
	"context"
	"errors"
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
		if flags, ok := films[p.stage]; ok && s.wants(p.name) {
			if err := s.playFilm(ctx, p, flags); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *studio) wants(name string) bool { return s.only == nil || slices.Contains(s.only, name) }

// films are the stages that play from a film at the film's own speed.
var films = map[string][]string{
	"snag":   {"--game", "snag", "--source", "testdata/snag/live/oblique.mp4", "--players", "Ana,Ben,Cleo"},
	"dabble": {"--game", "dabble", "--source", "testdata/dabble/live/oblique.mp4", "--players", "Ana,Ben"},
	"tabit":  {"--game", "tabit", "--source", "testdata/tabit/live/oblique.mp4", "--players", "Ana,Ben,Cleo"},
}

// playFilm takes one picture of a film's game.
func (s *studio) playFilm(ctx context.Context, p shot, flags []string) (err error) {
	served, err := serve(ctx, s.program, flags...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.leave(served)) }()
	if err := s.tab.open(served.address + served.host); err != nil {
		return err
	}
	return s.take(p, set{served, nil})
}

// leave closes the page before its server ends: it would try to come back.
func (s *studio) leave(served *server) error {
	return errors.Join(s.tab.open("about:blank"), served.stop())
}
