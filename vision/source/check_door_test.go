package source

import (
	"context"
	"errors"
	"io"
	"math"
	"regexp"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheRateIsThatOfTheCameraNotOfItsReader(t *testing.T) {
	mat := shadedMat(t, 640, 480, [3]float64{90, 90, 90})
	at := func(number int, seconds float64) Frame {
		return Frame{Number: number, Time: time.Duration(seconds * float64(time.Second)), Mat: mat}
	}
	late := func(f Frame, dropped int) Frame { f.Dropped = dropped; return f }
	lost, broken := &Status{Kind: Fault, Message: "lost"}, errors.New("broken")
	for name, c := range map[string]struct {
		answers []any
		want    Rate
		err     error
	}{
		"every picture read":           {[]any{at(0, 0), at(1, 0.1), at(2, 0.2)}, Rate{640, 480, 10, 0, ""}, nil},
		"dropped ones count":           {[]any{at(0, 0), late(at(7, 0.25), 6), late(at(15, 0.5), 12)}, Rate{640, 480, 30, 0.8, ""}, nil},
		"the first may have a number":  {[]any{at(100, 8), at(110, 8.5)}, Rate{640, 480, 20, 0, ""}, nil},
		"one picture has no rate":      {[]any{at(0, 0)}, Rate{640, 480, 0, 0, ""}, nil},
		"two at the same time neither": {[]any{at(0, 0), at(1, 0)}, Rate{640, 480, 0, 0, ""}, nil},
		"news are kept, the last":      {[]any{&Status{Kind: Note, Message: "hm"}, at(0, 0), lost, at(1, 0.5)}, Rate{640, 480, 2, 0, "lost"}, nil},
		"no picture at all":            {nil, Rate{}, io.EOF},
		"news and no picture":          {[]any{lost, broken}, Rate{0, 0, 0, 0, "lost"}, broken},
		"broken after a picture":       {[]any{at(0, 0), at(1, 0.1), broken}, Rate{640, 480, 10, 0, ""}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := MeasureRate(t.Context(), &saying{answers: c.answers}, time.Hour)
			if !errors.Is(err, c.err) {
				t.Errorf("ends with %v, want %v", err, c.err)
			}
			fps := got.FPS
			if got.FPS = c.want.FPS; got != c.want || math.Abs(fps-c.want.FPS) > 1e-6 {
				t.Errorf("got %+v at %.3f a second, want %+v", got, fps, c.want)
			}
		})
	}
}

func TestMeasuringEndsWithItsContextOrItsTime(t *testing.T) {
	ended, stop := context.WithCancel(t.Context())
	stop()
	for name, c := range map[string]struct {
		ctx    context.Context
		during time.Duration
		want   error
	}{"context": {ended, time.Hour, context.Canceled}, "time": {t.Context(), -1, context.DeadlineExceeded}} {
		if _, err := MeasureRate(c.ctx, &saying{answers: []any{Frame{}}}, c.during); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestASlowCameraIsMeasuredUntilItsSecondPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := newLive(&scriptedCamera{pictures: endless, period: 2 * time.Second}, systemClock{})
		check(t, err)
		defer s.Close()
		if got, err := MeasureRate(t.Context(), s, 3*time.Second); err != nil || got.FPS != 0.5 || got.News != "" {
			t.Errorf("it gives %+v: %v", got, err)
		}
	})
}

// backlog is a stream of one picture a second, with some that came before it was open.
type backlog struct {
	grabber
	waiting, taken int
}

func (b *backlog) Grab(pictures int) error {
	if b.taken += pictures; b.taken > b.waiting {
		time.Sleep(time.Second)
	}
	return nil
}

func TestWhatCameBeforeAStreamWasOpenIsPassedOver(t *testing.T) {
	for waiting, want := range map[int]int{0: 1, 12: 13, endless: gathered} {
		synctest.Test(t, func(t *testing.T) {
			b := &backlog{waiting: waiting}
			if catchUp(b); b.taken != want {
				t.Errorf("of %d pictures that wait %d are passed over, want %d", waiting, b.taken, want)
			}
		})
	}
}

func TestOpenCVHasAVersion(t *testing.T) {
	if got := OpenCV(); !regexp.MustCompile(`^\d+\.\d+\.\d+`).MatchString(got) {
		t.Errorf("the version is %q", got)
	}
}
