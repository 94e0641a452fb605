package source

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gocv.io/x/gocv"
)

// fakeClock moves only when somebody sleeps.
type fakeClock struct {
	mu    sync.Mutex
	at    time.Time
	slept time.Duration
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d > 0 {
		c.at = c.at.Add(d)
		c.slept += d
	}
	return ctx.Err()
}

// scriptedCamera gives so many pictures each time it is connected to; refused connections come before each
// reconnection.
type scriptedCamera struct {
	mu       sync.Mutex
	pictures int
	refuse   int
	refused  int
	period   time.Duration
	hold     chan struct{} // a read past the last picture waits for it to be closed
	opened   int
	still    func(left int) bool // pictures that are all the same
	passed   atomic.Int64        // pictures that were not decoded
}

func (c *scriptedCamera) String() string { return "scripted" }

func (c *scriptedCamera) connect() (grabber, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opened > 0 && c.refused < c.refuse {
		c.refused++
		return nil, errors.New("refused")
	}
	c.refused = 0
	c.opened++
	return &scriptedGrabber{camera: c, left: c.pictures}, nil
}

type scriptedGrabber struct {
	camera *scriptedCamera
	left   int
	grabs  int // since the last picture that was decoded
}

func (g *scriptedGrabber) Grab(pictures int) error {
	for range pictures {
		if g.left == 0 {
			if g.camera.hold != nil {
				<-g.camera.hold
			}
			return errors.New("none is left")
		}
		g.left--
		g.grabs++
		time.Sleep(g.camera.period)
	}
	return nil
}

func (g *scriptedGrabber) Retrieve(mat *gocv.Mat) bool {
	g.camera.passed.Add(int64(g.grabs - 1))
	g.grabs = 0
	n := g.left
	if g.camera.still != nil && g.camera.still(n) {
		n = 0
	}
	picture, err := gocv.ImageToMatRGB(testPicture(n))
	if err != nil {
		return false
	}
	defer picture.Close()
	return picture.CopyTo(mat) == nil
}

func (g *scriptedGrabber) Close() error { return nil }

// endless is a camera's pictures where a test takes a few, however long that takes.
const endless = math.MaxInt32

// scripted is a camera with so many pictures, one every 2 milliseconds.
func scripted(t *testing.T, pictures int) Source {
	t.Helper()
	l, err := newLive(&scriptedCamera{pictures: pictures, period: 2 * time.Millisecond}, systemClock{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestALiveSourceKeepsOnlyTheNewestPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, err := newLive(&scriptedCamera{pictures: 100, period: 10 * time.Millisecond}, systemClock{})
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		if _, err := source.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(505 * time.Millisecond) // the caller is busy
		frame, err := source.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if frame.Number != 51 || frame.Dropped != 50 || frame.Time != 510*time.Millisecond {
			t.Errorf("frame %d at %v with %d dropped, want 51 at 510ms with 50", frame.Number, frame.Time, frame.Dropped)
		}
	})
}

// queueing is a camera whose pictures wait on the way, as in a network's buffers. To decode one takes longer than the next one takes to come.
type queueing struct {
	scriptedGrabber
	began time.Time
	given int
}

const queued, decoding = 50 * time.Millisecond, 80 * time.Millisecond

func (q *queueing) String() string            { return "queueing" }
func (q *queueing) connect() (grabber, error) { return q, nil }

func (q *queueing) Grab(pictures int) error {
	q.given += pictures
	time.Sleep(time.Until(q.began.Add(time.Duration(q.given) * queued)))
	return nil
}

func (q *queueing) Retrieve(mat *gocv.Mat) bool {
	time.Sleep(decoding)
	return q.scriptedGrabber.Retrieve(mat)
}

func TestPicturesThatWaitOnTheWayDoNotGetOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		camera := &queueing{began: time.Now(), scriptedGrabber: scriptedGrabber{camera: &scriptedCamera{}}}
		source, err := newLive(camera, systemClock{})
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		for range 40 {
			frame, err := source.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if age := time.Since(camera.began) - time.Duration(frame.Number+1)*queued; age > 2*decoding {
				t.Fatalf("picture %d is %v old", frame.Number, age)
			}
			time.Sleep(300 * time.Millisecond) // the caller is busy
		}
	})
}

func TestALostCameraIsReportedOnceAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, err := newLive(&scriptedCamera{pictures: 3, refuse: 4, period: 10 * time.Millisecond}, systemClock{})
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		var news []string
		var times []time.Duration
		for len(news) < 8 {
			_, err := source.Next(t.Context())
			var status *Status
			switch {
			case errors.As(err, &status):
				news = append(news, string(status.Kind))
				times = append(times, status.Time)
			case err != nil:
				t.Fatal(err)
			default:
				news = append(news, "frame")
			}
		}
		if got, want := strings.Join(news, " "), "frame frame frame fault recovered frame frame frame"; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		// Waits of 0.5, 1, 2, 4 and 8 seconds: four refusals, then it is there.
		if gap := times[1] - times[0]; gap < 15500*time.Millisecond || gap > 15600*time.Millisecond {
			t.Errorf("back after %v, want 15.5 s", gap)
		}
	})
}

func TestAStalledCameraIsAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		source, err := newLive(&scriptedCamera{pictures: 1, period: time.Millisecond, hold: hold}, systemClock{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := source.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err = source.Next(t.Context())
		var status *Status
		if !errors.As(err, &status) || status.Kind != Fault || time.Since(began) != stallAfter {
			t.Errorf("after %v: %v, want a fault after %v", time.Since(began), err, stallAfter)
		}
		if err := source.Close(); err == nil || !strings.Contains(err.Error(), "does not close") {
			t.Errorf("closing a camera stuck in a read: %v, want an error", err)
		}
		close(hold) // the goroutine ends only now
	})
}

func TestNextReturnsWhenItsContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, err := newLive(&scriptedCamera{pictures: 100, period: time.Second}, systemClock{})
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := source.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
	})
}
