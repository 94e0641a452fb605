package source

import (
	"bytes"
	"context"
	"image/jpeg"
	"io"
	"testing"
	"testing/synctest"
	"time"
)

// A webcam gives 30 pictures a second; for the first six seconds they are all the same.
func TestACameraRestsWhileNothingMoves(t *testing.T) {
	const all, still = 240, 180
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		camera := &scriptedCamera{pictures: all, period: time.Second / 30, still: func(left int) bool { return left >= all-still }, hold: hold}
		source, err := newLive(camera, systemClock{})
		if err != nil {
			t.Fatal(err)
		}
		read, moving, last := 0, 0, Frame{}
		for last.Number < all-1 {
			frame, err := source.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if read++; frame.Number >= still {
				moving++
			}
			last = frame
		}
		if passed := int(camera.passed.Load()); passed < 50 || passed+read != all || last.Dropped != 0 {
			t.Errorf("%d pictures passed over and %d read of %d, %d counted as dropped", passed, read, all, last.Dropped)
		}
		if moving < all-still-8 { // one of them happens to look as before
			t.Errorf("only %d of %d pictures read while something moves", moving, all-still)
		}
		close(hold)
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
}

// steadyFeed sends the same picture for six seconds, and then others, 15 a second; only the newest one is kept.
type steadyFeed struct {
	began time.Time
	last  int
}

func (*steadyFeed) String() string { return "steady" }

func (f *steadyFeed) Next(ctx context.Context) ([]byte, int, bool, error) {
	const period = time.Second / 15
	if f.began.IsZero() {
		f.began = time.Now()
	}
	n := max(int(time.Since(f.began)/period), f.last) + 1
	time.Sleep(time.Until(f.began.Add(time.Duration(n) * period)))
	if f.last = n; n > 120 {
		return nil, 0, false, io.EOF
	}
	var file bytes.Buffer
	err := jpeg.Encode(&file, testPicture(max(0, n-90)), nil)
	return file.Bytes(), n, false, err
}

func TestAPhoneIsNotDecodedSoOftenWhileNothingMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := OpenFeed(&steadyFeed{})
		defer source.Close()
		still, moving := 0, 0
		for {
			frame, err := source.Next(t.Context())
			if err != nil {
				break
			}
			if frame.Dropped != 0 {
				t.Fatalf("picture %d: %d that nobody asked for count as dropped", frame.Number, frame.Dropped)
			}
			switch {
			case frame.Number >= 92:
				moving++
			case frame.Number >= 46:
				still++
			}
		}
		if still > 20 || still < 12 || moving < 25 {
			t.Errorf("%d of 46 pictures looked at while nothing moves, %d of 28 while something does", still, moving)
		}
	})
}
