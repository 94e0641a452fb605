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
