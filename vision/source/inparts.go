package source

import (
	"context"
	"time"

	"gocv.io/x/gocv"
)

// stamped is a grabber whose pictures have times.
type stamped interface {
	grabber
	Get(gocv.VideoCaptureProperties) float64
}

// inParts is a stream that comes in files of some seconds each (HLS). It shows each picture at its time: as they come, all of a file would be
// there at once, and then none for seconds.
type inParts struct {
	stamped
	clock clock
	began time.Time     // when a picture of time 0 would have been shown
	at    time.Duration // of the picture shown last
}

// mostWait is between two pictures of one stream, at most: a longer gap in their times is a stream that began again.
const mostWait = 2 * time.Second

// Grab implements grabber.
func (p *inParts) Grab(pictures int) error {
	for range pictures {
		if err := p.stamped.Grab(1); err != nil {
			return err
		}
		at := time.Duration(p.Get(gocv.VideoCapturePosMsec) * float64(time.Millisecond))
		now := p.clock.Now()
		if gap := at - p.at; p.began.IsZero() || gap < -mostWait || gap > mostWait {
			p.began = now.Add(-at)
		}
		p.at = at
		_ = p.clock.Sleep(context.Background(), p.began.Add(at).Sub(now)) // fails only where the context ends
	}
	return nil
}
