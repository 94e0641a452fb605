package netcam

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// stampedPictures are pictures with these times, in milliseconds.
type stampedPictures struct {
	capture
	at []float64
}

func (s *stampedPictures) Grab(int) error {
	if len(s.at) < 2 {
		return errors.New("no more")
	}
	s.at = s.at[1:]
	return nil
}

func (s *stampedPictures) Get(gocv.VideoCaptureProperties) float64 { return s.at[0] }

func TestPicturesThatComeTogetherAreShownAtTheirTimes(t *testing.T) {
	for name, c := range map[string]struct {
		at   []float64
		late time.Duration // what the reader takes for each
		want string
	}{
		"of one file":                {[]float64{5000, 5100, 5200, 5400}, 0, "[100ms 100ms 200ms]"},
		"to a reader who takes some": {[]float64{5000, 5100, 5200, 5400}, 60 * time.Millisecond, "[40ms 40ms 140ms]"},
		"to a reader who is late":    {[]float64{0, 100, 200, 300, 1000}, 300 * time.Millisecond, "[]"},
		"of a stream begun again":    {[]float64{9000, 9100, 0, 100}, 0, "[100ms 100ms]"},
		"after a gap":                {[]float64{0, 100, 9000, 9100}, 0, "[100ms 100ms]"},
	} {
		now, slept := time.Unix(1000, 0), []time.Duration{}
		p := NewInParts(&stampedPictures{at: append([]float64{0}, c.at...)})
		p.now = func() time.Time { return now }
		p.sleep = func(d time.Duration) {
			if d > 0 {
				now, slept = now.Add(d), append(slept, d)
			}
		}
		for p.Grab(1) == nil {
			now = now.Add(c.late)
		}
		if got := fmt.Sprint(slept); got != c.want {
			t.Errorf("%s: waits for %s, want %s", name, got, c.want)
		}
	}
}
