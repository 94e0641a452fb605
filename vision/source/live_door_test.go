package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gocv.io/x/gocv"
)

// ready is a live source whose goroutine has ended before it began: a test publishes and takes by itself.
func ready(t *testing.T) (*live, *movingClock) {
	t.Helper()
	now := &movingClock{at: time.Unix(1000, 0)}
	l := &live{camera: &scriptedCamera{}, clock: now, stop: func() {}, done: make(chan struct{}), wake: make(chan struct{}, 1), newest: gocv.NewMat(), lent: gocv.NewMat()}
	close(l.done)
	t.Cleanup(func() { l.Close() })
	return l, now
}

// shows publishes a picture of one gray level, before which so many were passed over.
func shows(t *testing.T, l *live, level float64, passed int) {
	t.Helper()
	spare := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(level, level, level, 0), 70, 70, gocv.MatTypeCV8UC3)
	l.wanted = true
	l.publish(&spare, passed, 0)
	if err := spare.Close(); err != nil {
		t.Error(err)
	}
}

func TestOfPicturesTheNewestWinsAndTheOthersCount(t *testing.T) {
	l, now := ready(t)
	shows(t, l, 10, 0)
	now.at = now.at.Add(time.Second)
	shows(t, l, 20, 0)
	shows(t, l, 30, 0)
	if got := nextOf(t, l); got != "2:30@1s" || l.dropped != 2 {
		t.Errorf("got %s with %d dropped, want the third with 2", got, l.dropped)
	}
	now.at = now.at.Add(time.Second)
	shows(t, l, 40, 3) // three before it were passed over
	frame, err := l.Next(t.Context())
	if err != nil || frame.Number != 6 || frame.Dropped != 2 || frame.Time != 2*time.Second {
		t.Errorf("frame %d at %v with %d dropped, %v; want 6 at 2s with 2", frame.Number, frame.Time, frame.Dropped, err)
	}
}

func TestTheLentPictureStaysWhileNewerOnesCome(t *testing.T) {
	l, _ := ready(t)
	shows(t, l, 50, 0)
	frame, err := l.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for level := 60.0; level < 200; level += 10 {
		shows(t, l, level, 0)
		if got := levelOf(frame); got != 50 {
			t.Fatalf("after a picture of %.0f the lent one shows %d", level, got)
		}
	}
	if got := nextOf(t, l); !strings.HasPrefix(got, "14:190@") {
		t.Errorf("then comes %s, want the newest", got)
	}
}

func TestNewsAndPicturesComeInTheirOrder(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"lost before the first picture":         {"L", "fault(-1@0s)"},
		"lost twice is reported once":           {"ptLL", "0@0s fault(0@2s)"},
		"silence after a picture that was read": {"ptL", "0@0s fault(0@2s)"},
		"an unread picture comes before":        {"pL", "0@0s fault(0@1s)"},
		"back, and its picture":                 {"pLp", "fault(0@1s) recovered(0@2s) 1@2s"},
		"a picture nobody took is overwritten":  {"ppLpp", "fault(1@2s) recovered(1@3s) 3@4s"},
		"lost again before anybody looked":      {"pLpLp", "fault(0@1s) recovered(0@2s) fault(1@3s) recovered(1@4s) 2@4s"},
	} {
		t.Run(name, func(t *testing.T) {
			l, now := ready(t)
			var got []string
			hear := func() bool {
				frame, ok, err := l.take()
				var news *Status
				switch {
				case errors.As(err, &news):
					got = append(got, fmt.Sprintf("%s(%d@%v)", news.Kind, news.Frame, news.Time))
				case ok:
					got = append(got, fmt.Sprintf("%d@%v", frame.Number, frame.Time))
				default:
					return false
				}
				return true
			}
			for _, letter := range c.script {
				switch letter {
				case 'p':
					shows(t, l, 100, 0)
				case 'L':
					l.reportLost("unplugged")
				case 't': // somebody takes what is there
					hear()
				}
				now.at = now.at.Add(time.Second)
			}
			for hear() {
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %s, want %s", strings.Join(got, " "), c.want)
			}
		})
	}
}

func TestOfNewsThatNobodyHearsTheOldestGo(t *testing.T) {
	l, _ := ready(t)
	for range 2 * maxNews {
		shows(t, l, 100, 0)
		l.reportLost("unplugged")
	}
	if len(l.news) != maxNews {
		t.Fatalf("%d news are kept, want %d", len(l.news), maxNews)
	}
	if last := l.news[maxNews-1]; last.Kind != Fault || last.Frame != 2*maxNews-1 {
		t.Errorf("the last is %s at frame %d, want the fault at %d", last.Kind, last.Frame, 2*maxNews-1)
	}
}

func TestALostCameraIsNamedWithCauseAndRemedy(t *testing.T) {
	l, _ := ready(t)
	l.reportLost("no picture for 3s")
	if got := l.news[0].Message; !strings.Contains(got, `camera "scripted" is lost, no picture for 3s: check its cable`) {
		t.Errorf("it says %q", got)
	}
}

func TestAClosedCameraIsOver(t *testing.T) {
	l, _ := ready(t)
	shows(t, l, 100, 0)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("after closing: %v, want EOF", err)
	}
	if !l.newest.Closed() || !l.lent.Closed() {
		t.Error("its pictures are not freed")
	}
	if err := l.Close(); err != nil {
		t.Errorf("closing it again: %v", err)
	}
	shows(t, l, 110, 0) // a picture that was on its way
	if l.number != 1 {
		t.Error("a picture came after the end")
	}
}

// spoilt is a camera that gives these: p a picture, e an empty one, g a gray one, - none; then it waits until it is closed.
type spoilt struct {
	script  string
	kind    byte // of the one grabbed last
	hold    chan struct{}
	opened  int
	closed  int
	refuses error
}

func (*spoilt) String() string { return "spoilt" }

func (c *spoilt) connect() (grabber, error) {
	if c.refuses != nil {
		return nil, c.refuses
	}
	c.opened++
	return c, nil
}

func (c *spoilt) Grab(int) error {
	if c.script == "" {
		<-c.hold
		return errors.New("closed")
	}
	c.kind, c.script = c.script[0], c.script[1:]
	return nil
}

func (c *spoilt) Retrieve(mat *gocv.Mat) bool {
	var next gocv.Mat
	switch c.kind {
	case 'p':
		next = gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 70, 70, gocv.MatTypeCV8UC3)
	case 'g':
		next = gocv.NewMatWithSize(70, 70, gocv.MatTypeCV8UC1)
	case 'e':
		next = gocv.NewMat()
	default:
		return false
	}
	*mat, next = next, *mat
	return next.Close() == nil
}

func (c *spoilt) Close() error {
	c.closed++
	return nil
}

func TestASpoiltPictureNowAndThenIsNoLoss(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		lost   bool
		want   int // pictures
	}{
		"two torn ones in a row":                   {"pe-pgep", false, 3},
		"three in a row":                           {"pege", true, 1},
		"three without any":                        {"---", true, 0},
		"two, again and again":                     {"eepeepeep", false, 3},
		"a gray camera gives nothing to work with": {"ggg", true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				camera := &spoilt{script: c.script, hold: make(chan struct{})}
				l, err := newLive(camera, systemClock{})
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait() // until it has read all that there is, or was lost
				l.mu.Lock()
				down, number := l.down, l.number
				l.mu.Unlock()
				if down != c.lost || number != c.want {
					t.Errorf("lost: %v after %d pictures, want %v after %d", down, number, c.lost, c.want)
				}
				l.stop()
				close(camera.hold)
				if err := l.Close(); err != nil {
					t.Error(err)
				}
				if camera.opened != camera.closed {
					t.Errorf("connected %d times, closed %d times", camera.opened, camera.closed)
				}
			})
		})
	}
}

func TestACameraThatRefusesAtFirstIsNotTriedAgain(t *testing.T) {
	refused := errors.New("not yours to use")
	if l, err := newLive(&spoilt{refuses: refused}, systemClock{}); l != nil || !errors.Is(err, refused) {
		t.Errorf("got %v, %v; want no source and %v", l, err, refused)
	}
}

func TestWaitingForALostCameraEndsWithTheSource(t *testing.T) {
	l, now := ready(t)
	l.camera = &spoilt{refuses: errors.New("away")}
	ctx, stop := context.WithCancel(t.Context())
	sleeps := 0
	l.clock = stoppingClock{now, func() {
		if sleeps++; sleeps == 8 {
			stop()
		}
	}}
	if g := l.reconnect(ctx); g != nil {
		t.Error("a camera that is away was connected to")
	}
	if got, want := fmt.Sprint(now.slept), "[500ms 1s 2s 4s 8s 10s 10s 10s]"; got != want {
		t.Errorf("it waits %s, want %s", got, want)
	}
}

// stoppingClock is a fake clock that somebody watches.
type stoppingClock struct {
	*movingClock
	sleeps func()
}

func (c stoppingClock) Sleep(ctx context.Context, d time.Duration) error {
	c.sleeps()
	return c.movingClock.Sleep(ctx, d)
}
