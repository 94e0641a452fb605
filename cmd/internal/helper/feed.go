package helper

import (
	"context"
	"time"

	"tilewatch/vision/source"
)

// frameWithin is how long one frame of a phone may take.
const frameWithin = 5 * time.Second

// Feed is a feed whose pictures a child has decoded: what comes out are plain pixels, which no decoder can stumble over.
type Feed struct {
	source.Feed
	plain *Worker
}

// NewFeed makes one whose child's work is picture.Uncompressed. The worker stays the caller's.
func NewFeed(from source.Feed, plain *Worker) *Feed { return &Feed{from, plain} }

// Next is the next picture, decoded; empty if decoding failed: callers treat that as no picture.
func (f *Feed) Next(ctx context.Context) (file []byte, taken int, photo bool, err error) {
	file, taken, photo, err = f.Feed.Next(ctx)
	if err != nil {
		return file, taken, photo, err
	}
	pixels, err := f.plain.Do(ctx, file)
	if ctx.Err() != nil {
		return nil, 0, false, ctx.Err()
	}
	if err != nil {
		return nil, taken, photo, nil
	}
	return pixels, taken, photo, nil
}

// NewFrames is a worker for the frames of a phone; see NewWorker.
func NewFrames(start Start) *Worker { return NewWorker(start, frameWithin) }
