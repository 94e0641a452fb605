package pipeline

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"tilewatch/engine/game"
	"tilewatch/vision/motion"
	"tilewatch/vision/source"
)

// Watch is one table of one game before a camera. Source, Gate, Eyes and Follower must be set; they belong to the caller, who closes
// them after Run.
type Watch[H, L any] struct {
	Source   source.Source
	Gate     *motion.Gate
	Eyes     Eyes[H, L]
	Follower Follower[H, L]
	Pace     Pace

	// Board, if set, knows whether the camera still sees the board.
	Board Board
	// Zones, if set, are where a change matters to the game, by what was read last; none: everywhere.
	Zones func() []motion.Zone
	// Strange, if set, is what the eyes have found to be another one than was measured. It serves the watch's goroutine, as they do.
	Strange func() []Reason
	// Empty, if set, is the look at a table without tiles, which no eyes can read.
	Empty *L
	// Study, if set, is called each time the table settles; the function it returns learns from the picture.
	Study func() func(source.Frame)

	table  Table
	report Reports

	last    game.Moment       // the newest frame
	state   motion.TableState // in it
	busy    *reading[L]       // under way while other frames come; nil: none is
	kept    source.Kept       // its frame
	came    time.Time         // when the newest frame did
	took    time.Duration     // the last reading of a camera's frame
	status  Status
	parted  int  // places where table and record differed at the last Turned
	astray  bool // the board is out of sight, and an event said so
	silence silence
	rate    rate
	doubted []Reason          // of what was measured, as reported
	asked   time.Duration     // when the gate was last asked what it ignores
	told    []image.Rectangle // what was reported of that
	trips   int               // frames that ended in a panic
	blind   time.Duration     // since when the frames of the table at rest are unreadable; 0: they are readable
}

// Eyes read frames. They serve the watch's goroutine.
type Eyes[H, L any] interface {
	// Look reads a frame, which is on loan. An error that is the picture's fault is a *picture.Error.
	Look(frame source.Frame, hint H) (L, error)
}

// Follower decides what looks mean. The table's goroutine calls it.
type Follower[H, L any] interface {
	// Hint is what helps the eyes with the next frame.
	Hint() H
	// Disturbed says that something moved, or may have moved while no camera saw it.
	Disturbed()
	// See takes the next look. changed answers where the frame differs from the one that was read before it.
	See(at game.Moment, look L, changed func() motion.Region) []Line
	// Settled says that another picture of the same table, with nothing moved, would bring nothing new.
	Settled() bool
	// Finish is called once, after the last frame.
	Finish(at game.Moment) []Line
}

// Board is a follower that knows where its board must be.
type Board interface {
	// Playing says whether something lies on the board.
	Playing() bool
	// Astray says that the table lies still and the board is not on it.
	Astray() bool
	// Parted is how many places of the table differ from the record.
	Parted() int
}

// Table owns the follower.
type Table interface {
	// Own calls do in the goroutine that owns the follower, and waits for it.
	Own(do func() error) error
	// Report takes an event, in that goroutine.
	Report(Event) error
	// Saw takes each frame that was read, in the watch's goroutine, before the lines that come of it. The frame is on loan.
	Saw(source.Frame)
}

// Reports are what an operator learns; each may be nil.
type Reports struct {
	// Looked hears how long each frame took to be read, and the error that came of it.
	Looked func(time.Duration, error)
	// Tripped hears of each frame on which the eyes or the follower panicked.
	Tripped func()
	// Note takes messages that are not lines.
	Note func(message string)
}

// Run watches until the source ends or ctx is done, and then sums up. Neither is an error.
func (w *Watch[H, L]) Run(ctx context.Context, table Table, report Reports) error {
	w.table, w.report, w.last.Frame = table, report, -1
	defer w.rest()
	for {
		frame, err := w.next(ctx)
		var news *source.Status
		switch {
		case errors.Is(err, errRead):
			err = w.finish()
		case errors.Is(err, io.EOF), err != nil && ctx.Err() != nil:
			return errors.Join(w.finish(), table.Own(func() error { return table.Report(Lines(w.Follower.Finish(w.last))) }))
		case errors.As(err, &news):
			err = w.camera(news)
		case err == nil:
			err = w.caught(frame, func() error { return w.frame(frame) })
		}
		if err != nil {
			return err
		}
	}
}

// camera passes on what the source says of itself.
func (w *Watch[H, L]) camera(s *source.Status) error {
	if s.Kind == source.Note {
		w.note(s.Message)
		return nil
	}
	return w.table.Own(func() error {
		w.silence = silence{since: s.Time}
		w.rate.again(s.Time, s.Frame)
		w.state, w.status, w.astray, w.blind = motion.Moving, Waiting, false, 0 // so that the next frame's status is an event whatever it is
		w.disturbed(s.Time)
		return w.table.Report(Camera{s.Kind, s.Frame, seconds(s.Time), s.Message})
	})
}

// disturbed notes that something moved. What moves while a frame is read comes after that frame.
func (w *Watch[H, L]) disturbed(now time.Duration) {
	if w.busy == nil {
		w.Follower.Disturbed()
	}
	w.last.Stirred = true
	w.Pace.Stirred(now)
}

// tripsLogged is how many panics the log shows with their stacks: a mistake may come with every frame.
const tripsLogged = 10

// caught does something with a frame. A panic costs that frame alone.
func (w *Watch[H, L]) caught(frame source.Frame, do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = w.tripped(frame, cause, debug.Stack())
		}
	}()
	return do()
}

// tripped notes a panic.
func (w *Watch[H, L]) tripped(frame source.Frame, cause any, stack []byte) error {
	if w.trips++; w.trips <= tripsLogged {
		slog.Error("a frame tripped its reader", "frame", frame.Number, "panic", cause, "stack", string(stack))
	}
	if w.report.Tripped != nil {
		w.report.Tripped()
	}
	w.last.Stirred = true     // as far as anybody knows
	w.Pace.Looked(frame.Time) // else the next frame is read at once, and trips us again
	return w.table.Own(func() error {
		return w.unreadable(frame.Time, "reading the table failed: this is our mistake, see the program's log")
	})
}

// frame takes the next frame: motion gate, eyes, follower.
func (w *Watch[H, L]) frame(frame source.Frame) error {
	w.last.Frame, w.last.Time = frame.Number, frame.Time
	w.rate.look(frame.Dropped)
	verdict, err := w.Gate.See(frame)
	if err != nil {
		return fmt.Errorf("frame %d: %w", frame.Number, err)
	}
	w.state, w.last.Sparse, w.last.Photo = verdict.State, verdict.Slow, frame.Photo
	var hint H
	worth := false
	err = w.table.Own(func() error {
		if verdict.Stirred {
			w.disturbed(frame.Time)
		}
		if err := w.background(); err != nil {
			return err
		}
		if worth = w.busy == nil && !verdict.Blurred && w.worthReading(verdict.State, frame.Time); worth {
			hint = w.Follower.Hint()
		}
		return nil
	})
	if err != nil {
		return err
	}
	if worth {
		err = w.read(frame, hint)
	}
	if err = errors.Join(err, w.turn(frame, worth && w.busy == nil)); err != nil {
		return err
	}
	return w.table.Own(func() error {
		if frame.Photo { // there is no pace of photos
			return w.hush(verdict)
		}
		return errors.Join(w.pace(verdict.Slow), w.hush(verdict))
	})
}

// worthReading says whether the table lies still and a look may bring something new.
func (w *Watch[H, L]) worthReading(state motion.TableState, now time.Duration) bool {
	return w.last.Photo || state == motion.Still && w.Pace.Due(now, w.Follower.Settled() && w.Gate.Changed().Empty())
}

// see hands the look to the follower, and the lines to the table.
func (w *Watch[H, L]) see(r *reading[L]) error {
	lines := w.Follower.See(r.at, r.look, w.Gate.HeldChanged)
	w.blind = 0
	w.Gate.Accept()
	if w.Zones != nil {
		w.Gate.Attend(w.Zones())
	}
	if err := w.table.Report(Lines(lines)); err != nil {
		return err
	}
	if w.Board == nil {
		return nil
	}
	return w.miss(w.Board.Astray(), outOfSight)
}

// outOfSight reports that the table is at rest and shows no part of the board.
const outOfSight = "the board is not in the picture: show the table again, or end the game"

// blindAfter is how long a table at rest may be unreadable before an event says so.
const blindAfter = 5 * time.Second

// unreadable counts for how long the frames have been unreadable.
func (w *Watch[H, L]) unreadable(now time.Duration, why string) error {
	if w.blind == 0 {
		w.blind = max(now, 1)
	}
	if w.Board != nil && w.Board.Playing() && now-w.blind >= blindAfter && !w.last.Photo {
		return w.miss(true, why)
	}
	return nil
}

// miss reports when the board gets out of sight, and when it is back.
func (w *Watch[H, L]) miss(astray bool, why string) error {
	if astray == w.astray {
		return nil
	}
	w.astray, w.status = astray, Waiting
	news := Camera{source.Recovered, w.last.Frame, seconds(w.last.Time), "the board is back"}
	if astray {
		news.Type, news.Message = source.Fault, why
	}
	if err := w.table.Report(news); err != nil || astray {
		return err
	}
	return w.table.Report(Turned{Reading})
}

// turn reports a changed status. A table that has become settled is there to learn from.
func (w *Watch[H, L]) turn(frame source.Frame, read bool) error {
	var learn func(source.Frame)
	err := w.table.Own(func() error {
		before, parted := w.status, 0
		w.status = w.now()
		if w.Board != nil {
			parted = w.Board.Parted()
		}
		again := w.status == Settled && parted != w.parted
		w.parted = parted
		if read && w.status == Settled && before != Settled && w.Study != nil {
			learn = w.Study()
		}
		if w.status == before && !again {
			return nil
		}
		return w.table.Report(Turned{w.status})
	})
	if learn != nil {
		learn(frame)
	}
	return err
}

// now is the status. Motion alone changes nothing: it comes before a hand and after one.
func (w *Watch[H, L]) now() Status {
	switch {
	case w.astray: // until the board is found again
	case w.last.Photo:
		return Photographed
	case w.state == motion.Hand:
		return HandOver
	case w.state == motion.Still && w.Follower.Settled():
		return Settled
	case w.state == motion.Still:
		return Reading
	}
	return w.status
}

func (w *Watch[H, L]) note(message string) {
	if w.report.Note != nil {
		w.report.Note(message)
	}
}
