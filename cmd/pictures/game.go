package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// game is the stage in which the film of a NAB-IT! game is played period by period, each for as long as the program needs to see it.
const game = "nabit"

// setUp names the players, as a host does.
const setUp = `for (const [color, name] of [['purple', 'Cleo'], ['red', 'Ana'], ['green', 'Ben'], ['yellow', 'Grandpa']]) {
	document.querySelector('[name=plays-' + color + ']').checked = true;
	document.querySelector('[name=name-' + color + ']').value = name;
}
document.querySelector('[name=first][value=purple]').checked = true`

// finish ends the game, as a host does.
const finish = `fetch('/api/tables/1/commands', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"type":"finish"}'})`

// steady is how long the camera shows what brings no turn, such as a tile on a bank: the program has surely seen it then.
const steady = 2 * time.Second

// seen holds once the scoreboard waits for the turn after this one.
func seen(turn int) string {
	return fmt.Sprintf(`%s && Number(document.querySelector('.turn-no')?.textContent.replace(/\D/g, '')) === %d`, live, turn+1)
}

// playGame plays the film to a server and takes the pictures of its game, and of a phone after each period.
func (s *studio) playGame(ctx context.Context) (err error) {
	f, err := openGameFilm(ctx)
	if err != nil {
		return err
	}
	camera := newCamera(f.still(f.Periods[0].First, f.Periods[0].Last))
	defer camera.Close()
	served, err := serve(ctx, s.program, "--players", "purple,red,green,yellow", "--source", camera.URL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.leave(served)) }()
	if err := s.begin(served, f); err != nil {
		return err
	}
	phones, err := s.playPeriods(ctx, f, camera, served)
	if err != nil {
		return err
	}
	if err := s.finish(served); err != nil {
		return err
	}
	if !s.wants(movingName) {
		return nil
	}
	return f.move(ctx, phones, movingFile)
}

// begin takes the pictures before the game, and starts it as the host does.
func (s *studio) begin(served *server, f *gameFilm) error {
	t := s.tab
	err := t.open(served.address + served.host)
	if err == nil {
		err = s.takeAll(before, set{served, f.film[f.Periods[0].First]})
	}
	for _, step := range []func() error{
		func() error { return t.open(served.address + "/t/1/setup") },
		func() error { return t.script(setUp) },
		func() error { return t.tap(".newgame .primary") },
		func() error { return t.until(`document.querySelector('.turn b') && ` + live) },
	} {
		if err == nil {
			err = step()
		}
	}
	return err
}

// playPeriods returns the phone's screen after each period.
func (s *studio) playPeriods(ctx context.Context, f *gameFilm, camera *camera, served *server) (phones [][]byte, err error) {
	turn := before
	for _, p := range f.Periods {
		camera.shows(f.still(p.First, p.Last))
		if err := errors.Join(s.watch(served.address, p.turn()), sleep(ctx, steady)); err != nil {
			return nil, err
		}
		screen, err := s.tab.look(lossless)
		if err != nil {
			return nil, err
		}
		phones = append(phones, screen)
		if p.turn() > turn && !p.challenged() {
			if err := s.takeAll(p.turn(), set{served, f.film[p.Last]}); err != nil {
				return nil, err
			}
		}
		turn = p.turn()
	}
	return phones, nil
}

// watch leads the phone to the scoreboard, unless it is there, and waits until that shows the turn.
func (s *studio) watch(address string, turn int) error {
	if err := s.tab.dress(small, "light"); err != nil {
		return err
	}
	if err := s.tab.script(`if (location.pathname !== '/t/1/watch') location.href = '/t/1/watch'`); err != nil {
		return err
	}
	return s.tab.until(seen(turn))
}

func (s *studio) finish(served *server) error {
	if err := s.tab.script(finish); err != nil {
		return err
	}
	if err := s.tab.until(`document.querySelector('.chip.finished')`); err != nil {
		return err
	}
	return s.takeAll(ended, set{served, nil})
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
