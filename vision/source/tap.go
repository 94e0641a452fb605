package source

import (
	"context"
)

// tapped shows every frame to someone else before it returns it.
type tapped struct {
	Source
	see func(Frame)
}

// Tap is the source with an observer: see borrows every frame for the time of its call, while the caller waits.
func Tap(s Source, see func(Frame)) Source { return &tapped{s, see} }

func (t *tapped) Next(ctx context.Context) (Frame, error) {
	frame, err := t.Source.Next(ctx)
	if err == nil {
		t.see(frame)
	}
	return frame, err
}

// Frames is how many frames a film's header or a folder announces; 0: unknown, as of every camera.
func Frames(s Source) int {
	if finite, ok := s.(interface{ frames() int }); ok {
		return finite.frames()
	}
	return 0
}

func (f *film) frames() int { return f.expect }

func (f *folder) frames() int { return len(f.files) }

func (f *filter) frames() int { return Frames(f.Source) }
