package source

import (
	"context"
)

// tapped shows every frame to somebody else before it is handed out.
type tapped struct {
	Source
	see func(Frame)
}

// Tap is the source with a second pair of eyes: see is lent every frame for the time of its call, and keeps the caller waiting
// for so long.
func Tap(s Source, see func(Frame)) Source { return &tapped{s, see} }

func (t *tapped) Next(ctx context.Context) (Frame, error) {
	frame, err := t.Source.Next(ctx)
	if err == nil {
		t.see(frame)
	}
	return frame, err
}
