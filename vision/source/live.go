package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// camera can be connected to, again and again.
type camera interface {
	// connect opens the camera; the error names it, the cause and the remedy.
	connect() (grabber, error)
	// String is the camera's name as the user gave it, without any password.
	String() string
}

// grabber is a connected camera. *gocv.VideoCapture is one.
type grabber interface {
	// Grab waits for so many pictures.
	Grab(pictures int) error
	// Retrieve decodes the last of them; false if it cannot.
	Retrieve(*gocv.Mat) bool
	Close() error
}

var _ grabber = (*gocv.VideoCapture)(nil)

// How live handles a lost camera; hand-set.
const (
	firstBackoff = 500 * time.Millisecond
	lastBackoff  = 10 * time.Second
	stallAfter   = 3 * time.Second // without a picture: the camera counts as lost even without an error
	closeWait    = 3 * time.Second // for a camera stuck in a read
	badReads     = 3               // failed reads in a row; a webcam spoils a single picture now and then
	maxNews      = 16              // Status values kept for a caller who does not call; the oldest go first
)

// live takes all that a camera sends, in a goroutine of its own, so that nothing old waits on the way, and decodes what the caller waits for.
// Three Mats rotate: the one the camera writes, the newest one, and the one lent to the caller. No frame allocates.
type live struct {
	camera camera
	clock  clock
	stop   context.CancelFunc
	done   chan struct{} // closed when the goroutine ends
	wake   chan struct{} // holds one token when there is something new

	mu              sync.Mutex
	newest, lent    gocv.Mat
	fresh           bool // newest was not lent yet
	wanted          bool // somebody waits for a picture, and has none yet
	number, dropped int  // pictures the camera gave; of these, those that came before anyone was ready
	began           time.Time
	at              time.Duration // of the newest
	down            bool
	news            []*Status
	closed          bool
}

var _ Source = (*live)(nil)

// newLive connects and starts reading.
func newLive(c camera, k clock) (*live, error) {
	first, err := c.connect()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	l := &live{camera: c, clock: k, stop: stop, done: make(chan struct{}), wake: make(chan struct{}, 1),
		newest: gocv.NewMat(), lent: gocv.NewMat(), wanted: true}
	go l.run(ctx, first)
	return l, nil
}

// run owns the connection and the Mat that the camera writes, and frees both.
func (l *live) run(ctx context.Context, g grabber) {
	defer close(l.done)
	spare := gocv.NewMat()
	defer func() { spare.Close() }()
	for {
		why := l.grab(ctx, g, &spare)
		if ctx.Err() != nil {
			return
		}
		l.reportLost(why)
		if g = l.reconnect(ctx); g == nil {
			return
		}
	}
}

// grab reads until the camera is lost or the source closed, then closes the connection and says why. While nothing changes it
// skips some pictures.
func (l *live) grab(ctx context.Context, g grabber, spare *gocv.Mat) (why string) {
	defer g.Close()
	var calm idleDetector
	for bad, dropped := 0, 0; bad < badReads && ctx.Err() == nil; {
		skipped := calm.skip()
		err := g.Grab(skipped + 1)
		wanted := l.wants()
		if !wanted { // but for one now and then, which shows that the camera is there
			dropped += skipped + 1
		}
		switch {
		case err == nil && !wanted && dropped%maxSkipped != 0:
		case err != nil || !g.Retrieve(spare) || !picture.Usable(spare):
			bad++
		case wanted:
			calm.observe(spare, l.clock.Now(), skipped+dropped)
			l.publish(spare, skipped, dropped)
			bad, dropped = 0, 0
		}
	}
	if r, ok := g.(*remoteGrabber); ok && r.failed != nil {
		return r.failed.Error()
	}
	return errGone.Error()
}

// reconnect tries at growing intervals; nil when the source is closed.
func (l *live) reconnect(ctx context.Context) grabber {
	for wait := firstBackoff; ; wait = min(2*wait, lastBackoff) {
		if l.clock.Sleep(ctx, wait) != nil {
			return nil
		}
		if g, err := l.camera.connect(); err == nil {
			return g
		}
	}
}

// wants says that somebody waits for a picture, or would.
func (l *live) wants() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wanted || l.down
}

// publish makes the picture the newest one, after some that were skipped or dropped, and hands back the former newest Mat to write to.
func (l *live) publish(spare *gocv.Mat, skipped, dropped int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if !l.wanted && !l.down { // somebody took the one before while this one was decoded, and may be back late
		l.number += skipped + dropped + 1
		l.dropped += dropped + 1
		return
	}
	if l.number == 0 {
		l.began = l.clock.Now()
	}
	if l.fresh {
		l.dropped++
	}
	if l.down {
		l.down = false
		l.report(Recovered, fmt.Sprintf("camera %q is back", l.camera))
	}
	l.newest, *spare = *spare, l.newest
	l.at, l.fresh = l.clock.Now().Sub(l.began), true
	l.number += skipped + dropped + 1
	l.dropped += dropped
	l.signal()
}

// reportLost reports a fault, once until the next picture.
func (l *live) reportLost(why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.down {
		l.down = true
		l.report(Fault, fmt.Sprintf("camera %q is lost, %s: check its cable, power and network; it is tried again until it is back", l.camera, why))
	}
}

// tell queues a Note.
func (l *live) tell(message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.report(Note, message)
}

// report queues a Status; the caller holds mu.
func (l *live) report(kind StatusKind, message string) {
	at := l.at
	if l.number > 0 {
		at = l.clock.Now().Sub(l.began)
	}
	l.news = append(l.news, &Status{Kind: kind, Message: message, Frame: l.number - 1, Time: at})
	if len(l.news) > maxNews {
		l.news = l.news[1:]
	}
	l.signal()
}

func (l *live) signal() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Next waits for a picture newer than the last one, or for news of the camera.
func (l *live) Next(ctx context.Context) (Frame, error) {
	stall := time.NewTimer(stallAfter)
	defer stall.Stop()
	for {
		if err := ctx.Err(); err != nil {
			return Frame{}, err
		}
		if frame, ok, err := l.take(); ok || err != nil {
			return frame, err
		}
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-stall.C:
			l.reportLost(fmt.Sprintf("no picture for %v", stallAfter))
		}
	}
}

// take returns what is there, in order: only the newest picture, but all news.
func (l *live) take() (frame Frame, ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return Frame{}, false, io.EOF
	}
	if len(l.news) > 0 && (!l.fresh || l.news[0].Frame < l.number-1) {
		err, l.news = l.news[0], l.news[1:]
		return Frame{}, false, err
	}
	if !l.fresh {
		l.wanted = true
		return Frame{}, false, nil
	}
	l.newest, l.lent, l.fresh, l.wanted = l.lent, l.newest, false, false
	return Frame{Number: l.number - 1, Time: l.at, Mat: l.lent, Dropped: l.dropped, Live: true}, true, nil
}

// Close stops the reading and frees the Mats. If the camera is stuck in a read, its goroutine frees the rest
// when the read returns.
func (l *live) Close() error {
	l.stop()
	var err error
	if r, ok := l.camera.(*remote); ok { // which ends a read under way
		err = r.Close()
	}
	timer := time.NewTimer(closeWait)
	defer timer.Stop()
	select {
	case <-l.done:
	case <-timer.C:
		err = errors.Join(err, fmt.Errorf("camera %q does not close: unplug it if it stays busy", l.camera))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return err
	}
	l.closed = true
	l.signal()
	return errors.Join(err, l.newest.Close(), l.lent.Close())
}
