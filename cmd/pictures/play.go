package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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
	for _, g := range stages {
		if !slices.ContainsFunc(shots, func(p shot) bool { return p.stage == g.game && s.wants(p.name) }) && !s.moves(g) {
			continue
		}
		if err := s.play(ctx, g); err != nil {
			return fmt.Errorf("%s: %w", g.game, err)
		}
	}
	return nil
}

func (s *studio) wants(name string) bool { return s.only == nil || slices.Contains(s.only, name) }

// moves says whether the moving picture is made of the stage.
func (s *studio) moves(g stage) bool { return g.game == movingGame && s.wants(movingName) }

// play shows the stage's film to a server, and takes the pictures of its game.
func (s *studio) play(ctx context.Context, g stage) (err error) {
	f, err := openFilm(ctx, fmt.Sprintf("testdata/%s/live/oblique.mp4", g.game))
	if err != nil {
		return err
	}
	camera := newCamera(f.still(g.acts[0]))
	defer camera.Close()
	served, err := serve(ctx, s.program, "--game", g.game, "--players", g.players, "--source", camera.URL)
	if err != nil {
		return err
	}
	// The page is closed before its server ends: it would try to come back.
	defer func() { err = errors.Join(err, s.tab.open("about:blank"), served.stop()) }()
	if err := s.tab.open(served.address + served.host); err != nil {
		return err
	}
	if err := s.takeAll(g, before, set{served, f[g.acts[0].first]}); err != nil {
		return err
	}
	if err := s.pose(g.begin, set{served, nil}); err != nil {
		return err
	}
	var screens [][]byte
	for n, a := range g.acts {
		camera.shows(f.still(a))
		if err := s.watch(served.address+g.page, a.shown); err != nil {
			return fmt.Errorf("act %d: %w", n+1, err)
		}
		screen, err := s.tab.look(lossless)
		if err != nil {
			return err
		}
		screens = append(screens, screen)
		if a.turn == before {
			continue
		}
		if err := s.takeAll(g, a.turn, set{served, f[a.last]}); err != nil {
			return err
		}
	}
	if err := s.pose(g.end, set{served, nil}); err != nil {
		return err
	}
	if err := s.takeAll(g, ended, set{served, nil}); err != nil || !s.moves(g) {
		return err
	}
	return s.move(ctx, f, g.acts, screens)
}

// watch leads a phone to a page, and waits until that shows what it should, and what brings no turn is surely seen, too.
func (s *studio) watch(page, shown string) error {
	err := s.tab.dress(small, "light")
	if err == nil {
		err = s.tab.script(fmt.Sprintf("if (location.href !== '%s') location.href = '%[1]s'", page))
	}
	if err == nil && shown != "" {
		err = s.tab.until(shown)
	}
	time.Sleep(steady)
	return err
}

// steady is how long the camera shows what brings no turn, such as a tile on a bank: the program has surely seen it then.
const steady = 2 * time.Second
