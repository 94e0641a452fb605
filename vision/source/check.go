package source

import (
	"context"
	"errors"
	"time"

	"gocv.io/x/gocv"
)

// OpenCV is the version of OpenCV in use.
func OpenCV() string { return gocv.OpenCVVersion() }

// Rate is the picture size and rate that a source really gives.
type Rate struct {
	Width, Height int
	FPS           float64
	Dropped       float64 // the share of the pictures that came too fast for this computer, 0 to 1
	News          string  // the source's last Status, if it sent one
}

// patience is by how much longer than asked a camera is read until it has given two pictures.
const patience = 2

// MeasureRate reads a camera until ctx ends or the time is over.
func MeasureRate(ctx context.Context, s Source, during time.Duration) (Rate, error) {
	ctx, cancel := context.WithTimeout(ctx, patience*during)
	defer cancel()
	until := time.Now().Add(during)
	var r Rate
	var first, last Frame
	for n := 0; ; {
		frame, err := s.Next(ctx)
		var news *Status
		switch {
		case errors.As(err, &news):
			r.News = news.Message
			continue
		case err != nil && n == 0:
			return r, err
		case err != nil:
			return r, nil
		}
		if n == 0 {
			first = frame
		}
		n++
		last = frame
		r.Width, r.Height = frame.Mat.Cols(), frame.Mat.Rows()
		if took := last.Time - first.Time; took > 0 {
			r.FPS = float64(last.Number-first.Number) / took.Seconds()
			r.Dropped = float64(last.Dropped-first.Dropped) / float64(last.Number-first.Number)
		}
		if n >= 2 && !time.Now().Before(until) {
			return r, nil
		}
	}
}
