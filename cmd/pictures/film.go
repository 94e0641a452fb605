package main

import (
	"context"
	"errors"
	"io"

	"tilewatch/vision/source"
)

// film are the frames of a film by their numbers, as JPEG files.
type film map[int][]byte

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

// still are frames of an act, at most so many that a camera can show them again and again.
func (f film) still(a act) (pictures [][]byte) {
	const most = 14
	for n := a.first + 1; n <= min(a.first+most, a.last); n++ {
		pictures = append(pictures, f[n])
	}
	return pictures
}
