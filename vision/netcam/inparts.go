package netcam

import (
	"time"

	"gocv.io/x/gocv"
)

// capture is what FFmpeg reads. *gocv.VideoCapture is one.
type capture interface {
	Grab(pictures int) error
	Retrieve(*gocv.Mat) bool
	Close() error
	Get(gocv.VideoCaptureProperties) float64
}

// InParts is a stream that comes in files of some seconds each (HLS). It shows each picture at its time: as they come, all of a file would be
// there at once, and then none for seconds.
type InParts struct {
	capture
	now   func() time.Time
	sleep func(time.Duration)
	began time.Time     // when a picture of time 0 would have been shown
	at    time.Duration // of the picture shown last
}

// NewInParts shows what FFmpeg reads, which it closes.
func NewInParts(c capture) *InParts { return &InParts{capture: c, now: time.Now, sleep: time.Sleep} }

// mostWait is between two pictures of one stream, at most: a longer gap in their times is a stream that began again.
const mostWait = 2 * time.Second

// Grab waits for so many pictures.
func (p *InParts) Grab(pictures int) error {
	for range pictures {
		if err := p.capture.Grab(1); err != nil {
			return err
		}
		at := time.Duration(p.Get(gocv.VideoCapturePosMsec) * float64(time.Millisecond))
		now := p.now()
		if gap := at - p.at; p.began.IsZero() || gap < -mostWait || gap > mostWait {
			p.began = now.Add(-at)
		}
		p.at = at
		p.sleep(p.began.Add(at).Sub(now))
	}
	return nil
}
