package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tilewatch/vision/source"
)

// film are the frames of a film by their numbers, as JPEG files.
type film map[int][]byte

// period is the frames, by number, in which a state of the game lies on the table with no hand about. A state is the number of turns; or "5-challenged": a
// further turn was played that does not stand.
type period struct {
	First, Last int
	State       json.RawMessage
}

// challenged says whether the turn that lies there is taken back later.
func (p period) challenged() bool { return bytes.Contains(p.State, []byte("challenged")) }

// turn is how many turns lie there.
func (p period) turn() (turn int) {
	_, _ = fmt.Sscanf(strings.Trim(string(p.State), `"`), "%d", &turn) // the film is ours
	if p.challenged() {
		turn++
	}
	return turn
}

// openFilm reads a film.
func openFilm(ctx context.Context, name string) (film, error) {
	frames, err := source.Open(name, source.Options{})
	if err != nil {
		return nil, err
	}
	f := film{}
	return f, errors.Join(f.read(ctx, frames), frames.Close())
}

func (f film) read(ctx context.Context, frames source.Source) error {
	for {
		frame, err := frames.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if f[frame.Number], err = frame.JPEG(frameQuality); err != nil {
			return err
		}
	}
}

const frameQuality = 88

// still are frames from the first to the last, at most so many that a camera can show them again and again.
func (f film) still(first, last int) (pictures [][]byte) {
	const most = 14
	for n := first + 1; n <= min(first+most, last); n++ {
		pictures = append(pictures, f[n])
	}
	return pictures
}

// gameFilm is the film of a NAB-IT! game of four.
type gameFilm struct {
	film
	Periods []period // in which nothing changes on the table
}

const gameFilmName = "testdata/nabit/live/oblique.mp4"

func openGameFilm(ctx context.Context) (*gameFilm, error) {
	truth, err := os.ReadFile(strings.TrimSuffix(gameFilmName, ".mp4") + ".json")
	if err != nil {
		return nil, err
	}
	f := &gameFilm{}
	if err := json.Unmarshal(truth, f); err != nil {
		return nil, err
	}
	f.film, err = openFilm(ctx, gameFilmName)
	return f, err
}
