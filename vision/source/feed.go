package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// Feed gives picture files that someone else sends, like a phone's browser. It serves one goroutine.
type Feed interface {
	// Next waits for a picture file newer than all it returned before. taken counts the pictures that came so far, this one
	// included; photo says that it is a single photo of a table at rest. Errors: io.EOF when the feed is closed; ctx's error; any
	// other error says, once, that the camera is gone and what to do about it. The next call waits for the next picture, and
	// says that its caller is done with this one.
	Next(ctx context.Context) (file []byte, taken int, photo bool, err error)
	// String is the camera's name, for people.
	String() string
}

// feed is the source over a Feed. It decodes only the pictures that the caller takes.
type feed struct {
	from  Feed
	clock clock
	mat   gocv.Mat // lent to the caller

	number, delivered int // pictures that came; pictures returned
	skipped           int // pictures that came while the source rested
	began             time.Time
	at                time.Duration // of the newest
	down              bool
	photo             bool // the newest picture is one: the next may take its time
	failures          int  // pictures in a row that cannot be decoded
	waiting           *Frame
	idle              idleDetector
}

var _ Source = (*feed)(nil)

// OpenFeed is the source over a Feed. It waits for the first picture without limit; after that a camera that
// signs off or sends nothing for stallAfter is a fault, unless its last picture was a photo. The caller keeps the feed.
func OpenFeed(from Feed) Source {
	return guarded(&feed{from: from, clock: systemClock{}, mat: gocv.NewMat()}, true)
}

// Next waits for the next picture, or for news of the camera.
func (f *feed) Next(ctx context.Context) (Frame, error) {
	if f.waiting != nil {
		frame := *f.waiting
		f.waiting = nil
		return frame, nil
	}
	rest := f.idle.wait(f.clock.Now())
	if err := f.clock.Sleep(ctx, rest); err != nil {
		return Frame{}, err
	}
	for ; ; rest = 0 {
		file, taken, photo, err := f.wait(ctx)
		switch {
		case err == nil:
		case errors.Is(err, io.EOF), ctx.Err() != nil:
			return Frame{}, err
		case !f.down && f.number > 0:
			return Frame{}, f.faultOf(err.Error())
		default:
			continue
		}
		if rest > 0 {
			f.skipped += taken - f.number - 1
		}
		f.number, f.photo = taken, photo
		if err := f.decode(file); err != nil {
			f.skipped++
			switch f.failures++; {
			case f.down:
			case photo:
				return Frame{}, f.faultOf("the photo cannot be read: take another one")
			case f.failures == badReads:
				return Frame{}, f.faultOf(fmt.Sprintf("camera %q sends pictures that cannot be read: %v", f.from, err))
			}
			continue
		}
		return f.deliver()
	}
}

// wait is the feed's next file. Once pictures came, it waits no longer than stallAfter.
func (f *feed) wait(ctx context.Context) ([]byte, int, bool, error) {
	if f.down || f.number == 0 || f.photo {
		return f.from.Next(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, stallAfter)
	defer cancel()
	file, taken, photo, err := f.from.Next(limited)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("camera %q sends no picture for %v: wake the phone up and keep its page open", f.from, stallAfter)
	}
	return file, taken, photo, err
}

// decode decodes the file into the lent Mat.
func (f *feed) decode(file []byte) error {
	if err := picture.CheckHeader(file); err != nil {
		return err
	}
	return picture.DecodeLive(file, &f.mat)
}

// deliver returns the picture just decoded, or first the news that the camera is back.
func (f *feed) deliver() (Frame, error) {
	f.failures = 0
	now := f.clock.Now()
	if f.delivered == 0 {
		f.began = now
	}
	// Times must rise even when the clock is set back.
	f.at = max(now.Sub(f.began), f.at+time.Duration(min(f.delivered, 1)))
	f.delivered++
	if !f.photo {
		f.idle.observe(&f.mat, now, 0)
	}
	frame := Frame{Number: f.number - 1, Time: f.at, Mat: f.mat, Dropped: f.number - f.delivered - f.skipped, Live: true, Photo: f.photo}
	if f.down {
		f.down, f.waiting = false, &frame
		return Frame{}, &Status{Kind: Recovered, Message: fmt.Sprintf("camera %q is back", f.from), Frame: frame.Number - 1, Time: f.at}
	}
	return frame, nil
}

// faultOf is the fault with that message; later pictures report that the camera is back.
func (f *feed) faultOf(message string) *Status {
	f.down = true
	return &Status{Kind: Fault, Message: message, Frame: f.number - 1, Time: f.clock.Now().Sub(f.began)}
}

// Close frees the Mat.
func (f *feed) Close() error { return f.mat.Close() }
