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

// film is what the command knows of the shipped film of a NAB-IT! game.
type film struct {
	Periods []period // in which nothing changes on the table
	frames  map[int][]byte
}

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

// nabitFilm is a game of four, with its truth beside it.
const nabitFilm = "testdata/nabit/live/oblique.mp4"

// openFilm reads a film and keeps the frames that are wanted, as JPEG.
func openFilm(ctx context.Context, name string) (*film, error) {
	truth, err := os.ReadFile(strings.TrimSuffix(name, ".mp4") + ".json")
	if err != nil {
		return nil, err
	}
	f := &film{frames: map[int][]byte{}}
	if err := json.Unmarshal(truth, f); err != nil {
		return nil, err
	}
	frames, err := source.Open(name, source.Options{})
	if err != nil {
		return nil, err
	}
	return f, errors.Join(f.read(ctx, frames), frames.Close())
}

func (f *film) read(ctx context.Context, frames source.Source) error {
	for {
		frame, err := frames.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if f.frames[frame.Number], err = frame.JPEG(frameQuality); err != nil {
			return err
		}
	}
}

const frameQuality = 88

// still are the frames of a period, at most so many that a camera can show them again and again.
func (f *film) still(p period) (pictures [][]byte) {
	const most = 14
	for n := p.First + 1; n <= min(p.First+most, p.Last); n++ {
		pictures = append(pictures, f.frames[n])
	}
	return pictures
}
