package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"tilewatch/engine/game"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// reading is a frame that is read. A camera goes on meanwhile, however long that takes, and so does the gate: who reaches over the table is
// seen. A film waits.
type reading[L any] struct {
	frame source.Frame
	at    game.Moment
	done  chan struct{} // closed at its end

	look    L
	err     error
	took    time.Duration
	strange []Reason
	tripped any // a panic
	stack   []byte
}

// errRead says that the reading under way is over.
var errRead = errors.New("a frame was read")

// meanwhile is the time between two frames that the gate sees while one is read, at least: motion shows in those that are closer than
// slowGap of package motion, and each one costs the reading time.
const meanwhile = 200 * time.Millisecond

// next waits for the next frame, or for the end of the reading under way.
func (w *Watch[H, L]) next(ctx context.Context) (frame source.Frame, err error) {
	defer func() { w.came = time.Now() }()
	if w.busy == nil {
		return w.Source.Next(ctx)
	}
	read := w.busy.done
	until, end := context.WithCancel(ctx)
	defer end()
	rest := time.NewTimer(time.Until(w.came.Add(meanwhile)))
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-until.Done():
	case <-read:
		return frame, errRead
	}
	go func() {
		select {
		case <-read:
			end()
		case <-until.Done():
		}
	}()
	if frame, err = w.Source.Next(until); errors.Is(err, context.Canceled) && ctx.Err() == nil {
		err = errRead
	}
	return frame, err
}

// read reads the frame and hands the look to the follower. Of a camera's frame it only begins that.
func (w *Watch[H, L]) read(frame source.Frame, hint H) (err error) {
	r := &reading[L]{frame: frame, at: w.last, done: make(chan struct{})}
	w.Gate.Hold()
	w.last.Stirred = false
	r.at.Sparse = r.at.Sparse || w.took >= overloaded // the next one may show another turn already
	if !frame.Live || frame.Photo {
		w.look(r, hint)
		return w.take(r)
	}
	if r.frame, err = w.kept.Keep(frame); err != nil {
		return fmt.Errorf("frame %d: %w", frame.Number, err)
	}
	w.busy = r
	go func() {
		defer close(r.done)
		defer func() {
			if r.tripped = recover(); r.tripped != nil {
				r.stack = debug.Stack()
			}
		}()
		w.look(r, hint)
	}()
	return nil
}

// look reads the frame.
func (w *Watch[H, L]) look(r *reading[L], hint H) {
	began := time.Now()
	r.look, r.err = w.Eyes.Look(r.frame, hint)
	r.took = time.Since(began)
	if w.Strange != nil {
		r.strange = w.Strange()
	}
}

// finish waits for the reading under way, and takes what it brought.
func (w *Watch[H, L]) finish() error {
	r := w.busy
	if r == nil {
		return nil
	}
	<-r.done
	w.busy = nil
	if r.tripped != nil {
		return w.tripped(r.frame, r.tripped, r.stack)
	}
	return w.caught(r.frame, func() error {
		return errors.Join(w.take(r), w.table.Own(w.since), w.turn(r.frame, true))
	})
}

// since passes on what moved while the frame was read.
func (w *Watch[H, L]) since() error {
	if w.last.Stirred {
		w.Follower.Disturbed()
	}
	return nil
}

// rest ends what is left when the watch ends.
func (w *Watch[H, L]) rest() {
	if w.busy != nil {
		<-w.busy.done
	}
	_ = w.kept.Close() // a copy in memory
}

// take takes what a reading brought.
func (w *Watch[H, L]) take(r *reading[L]) error {
	if w.report.Looked != nil {
		w.report.Looked(r.took, r.err)
	}
	if w.Pace.Looked(r.at.Time); r.frame.Live {
		w.rate.read++
		w.rate.reading += r.took
		w.took = r.took
	}
	var unreadable *picture.Error
	switch w.silence.faulty = ""; {
	case errors.As(r.err, &unreadable) && unreadable.Code == picture.NoTiles && w.Empty != nil:
		r.look = *w.Empty // an empty table is a look, too
	case errors.As(r.err, &unreadable):
		w.last.Stirred = w.last.Stirred || r.at.Stirred
		w.silence.failed(unreadable.Code)
		w.note(fmt.Sprintf("frame %d: %s", r.at.Frame, unreadable.Message))
		return w.table.Own(func() error { return w.unreadable(r.at.Time, unreadable.Message) })
	case r.err != nil:
		return fmt.Errorf("frame %d: %w", r.at.Frame, r.err)
	}
	w.table.Saw(r.frame)
	return w.table.Own(func() error { return errors.Join(w.see(r), w.doubt(r.strange)) })
}
