// Package live follows a game as it is played: a source's frames go through the gate, the still ones are read, and the
// follower tells what happened. The watch command prints it, the server shows it.
package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/follow"
	"tilewatch/vision/motion"
	"tilewatch/vision/nabit"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// Watch is one game being watched; Source, Gate, Read, Follower and Tell must be set. Its parts belong to the caller, who closes them
// after Run.
type Watch struct {
	Source   source.Source
	Gate     *motion.Gate
	Eyes     Eyes
	Follower *follow.Follower
	// Tell takes each line, a follow.Line or a News, in order. Its error ends the watch.
	Tell func(line any) error
	// Told, if set, is called after all lines that one picture brought.
	Told func() error
	// Lock, if set, is held whenever the follower is asked or told, and while its lines are kept and told: others may use
	// it too then.
	Lock sync.Locker
	// Saw, if set, is given every picture that was read, before its lines. The frame is on loan.
	Saw func(source.Frame)
	// Keep, if set, is given what the game's record has grown by, before the lines that tell of it are told. It is
	// called after every reading, also with nothing new.
	Keep func(follow.Record)
	// Turned, if set, hears when a hand comes or goes and when what lies there has been read.
	Turned func(Status)
	// Learn, if set, is given each picture in which the table has come to be settled, with the tiles whose letters are certain and the
	// board. The frame is on loan.
	Learn func(source.Frame, []follow.Certain, engine.Board)
	// Note, if set, takes what an operator should know and no line tells.
	Note func(message string)

	last   source.Frame // the newest frame's number and time; its Mat is not kept
	status Status
	pace   Pace

	parted int           // places where table and record differed when the status was last told
	astray bool          // the board is not to be found, and that was told
	blind  time.Duration // since when pictures of the table at rest cannot be read; 0: they can

	begun   bool            // the table was read before
	stirred bool            // something moved since
	changed []motion.Region // what changed on the table since the first reading, while no board is known
}

// Eyes read frames of one game.
type Eyes interface {
	// Read says what the frame shows; trust is how well what was read before is known to be the game's structure.
	Read(frame source.Frame, trust nabit.Trust) (engine.Observation, error)
	// Expect tells which stacks lie there by what is recorded.
	Expect(stacks []nabit.Stack)
	// NoStructure says that what was read last is none.
	NoStructure()
}

// Status is what the watch is about. The zero value is before the first frame of a table at rest.
type Status uint8

// The kinds of status.
const (
	Waiting Status = iota
	HandOver
	Reading // the table is at rest, and more pictures of it are needed
	Settled // what lies on the table is told
)

// News is a line about the camera: fault when it is lost, recovered when it is back.
type News struct {
	Type    source.StatusKind `json:"type"`
	Frame   int               `json:"frame"`
	TimeS   float64           `json:"time_s"`
	Message string            `json:"message"`
}

// Run watches until the source ends or ctx is done, and then sums up. Neither is an error.
func (w *Watch) Run(ctx context.Context) error {
	w.last.Number = -1
	for {
		frame, err := w.Source.Next(ctx)
		var news *source.Status
		switch {
		case errors.Is(err, io.EOF), err != nil && ctx.Err() != nil:
			return w.locked(func() error { return w.keepAndTell(w.Follower.Finish(w.last.Number, w.last.Time)) })
		case errors.As(err, &news):
			err = w.report(news)
		case err == nil:
			err = w.see(frame)
		}
		if err != nil {
			return err
		}
	}
}

// report passes on what the source says of itself.
func (w *Watch) report(s *source.Status) error {
	if s.Kind == source.Note {
		w.note(s.Message)
		return nil
	}
	w.status, w.astray, w.blind = Waiting, false, 0 // whatever the table is like afterwards is told again
	w.pace.Stirred(s.Time)
	return w.locked(func() error {
		w.Follower.Disturbed() // nobody knows what was done meanwhile
		return w.Tell(News{s.Kind, s.Frame, seconds(s.Time), s.Message})
	})
}

// locked does it while nobody else may ask the follower.
func (w *Watch) locked(do func() error) error {
	if w.Lock != nil {
		w.Lock.Lock()
		defer w.Lock.Unlock()
	}
	return do()
}

// see takes the next frame.
func (w *Watch) see(frame source.Frame) error {
	w.last = source.Frame{Number: frame.Number, Time: frame.Time}
	verdict, err := w.Gate.See(frame)
	if err != nil {
		return fmt.Errorf("frame %d: %w", frame.Number, err)
	}
	worth, trust := false, nabit.Unknown
	_ = w.locked(func() error { // it cannot fail
		if verdict.State != motion.Still {
			w.Follower.Disturbed()
			w.stirred = true
			w.pace.Stirred(frame.Time)
		}
		worth, trust = w.worthReading(verdict.State, frame.Time), w.trust()
		return nil
	})
	if worth {
		err = w.read(frame, trust)
	}
	before := w.status
	_ = w.locked(func() error { w.turn(verdict.State); return nil })
	if worth && w.status == Settled && before != Settled {
		w.study(frame)
	}
	return err
}

// study learns from a picture of a table that has just come to be settled.
func (w *Watch) study(frame source.Frame) {
	if w.Learn == nil {
		return
	}
	var certain []follow.Certain
	var board engine.Board
	_ = w.locked(func() error {
		certain, board = w.Follower.Certain(), w.Follower.State().Board
		return nil
	})
	w.Learn(frame, certain, board)
}

// turn tells when the status has changed. Motion alone changes nothing: it comes before a hand and after one.
func (w *Watch) turn(state motion.TableState) {
	now := w.status
	switch {
	case w.astray: // until the board is found again
	case state == motion.Hand:
		now = HandOver
	case state == motion.Still && w.Follower.Settled():
		now = Settled
	case state == motion.Still:
		now = Reading
	}
	if (now != w.status || now == Settled && w.parted != len(w.Follower.Differences())) && w.Turned != nil {
		w.Turned(now)
	}
	w.status, w.parted = now, len(w.Follower.Differences())
}

// recorded are the stacks of which nothing is in doubt, where they were seen last.
func (w *Watch) recorded() (stacks []nabit.Stack) {
	_ = w.locked(func() error {
		for _, s := range w.Follower.Stacks() {
			stacks = append(stacks, nabit.Stack{Quad: s.Quad, Height: s.Height})
		}
		return nil
	})
	return stacks
}

// read reads the frame and tells what it means.
func (w *Watch) read(frame source.Frame, trust nabit.Trust) error {
	w.Eyes.Expect(w.recorded())
	obs, err := w.Eyes.Read(frame, trust)
	w.pace.Looked(frame.Time)
	var unreadable *picture.Error
	switch {
	case errors.As(err, &unreadable) && unreadable.Code == picture.NoTiles:
		obs = engine.Observation{} // an empty table is an observation too
	case errors.As(err, &unreadable):
		w.note(unreadable.Message)
		return w.locked(func() error { return w.unread(frame, unreadable.Message) })
	case err != nil:
		return fmt.Errorf("frame %d: %w", frame.Number, err)
	}
	obs.Frame, obs.Time = frame.Number, frame.Time
	if w.Saw != nil {
		w.Saw(frame)
	}
	return w.locked(func() error { return w.observe(frame, obs) })
}

// observe hands the observation to the follower.
func (w *Watch) observe(frame source.Frame, obs engine.Observation) error {
	if !w.Follower.Playing() && w.wasThere(obs) {
		w.Eyes.NoStructure()
		obs.Cells = nil
	}
	w.Gate.Accept()
	lines := w.Follower.Observe(obs)
	if w.Follower.SeesRack() {
		w.Eyes.NoStructure()
	}
	w.blind = 0
	if err := w.keepAndTell(lines); err != nil {
		return err
	}
	return w.miss(w.Follower.Astray(), outOfSight)
}

// outOfSight is told when the table lies still and nothing of the board is found on it.
const outOfSight = "the board is not in the picture: show me the table again, or say that the game is over"

// blindAfter is how long a table at rest may be unreadable before that is told.
const blindAfter = 5 * time.Second

// unread counts for how long the pictures have been unreadable.
func (w *Watch) unread(frame source.Frame, why string) error {
	if w.blind == 0 {
		w.blind = max(frame.Time, 1)
	}
	if w.Follower.Playing() && frame.Time-w.blind >= blindAfter {
		return w.miss(true, why)
	}
	return nil
}

// miss tells when the board is out of sight, and when it is back.
func (w *Watch) miss(astray bool, why string) error {
	if astray == w.astray {
		return nil
	}
	w.astray, w.status = astray, Waiting
	news := News{source.Recovered, w.last.Number, seconds(w.last.Time), "the board is found again"}
	if astray {
		news.Type, news.Message = source.Fault, why
	}
	if err := w.Tell(news); err != nil {
		return err
	}
	if w.Turned != nil && !astray {
		w.Turned(Reading)
	}
	return nil
}

// trust is how well the follower knows again what was read last.
func (w *Watch) trust() nabit.Trust {
	switch {
	case !w.Follower.Recognizes():
		return nabit.Unknown
	case w.Follower.Doubts():
		return nabit.Doubted
	}
	return nabit.Trusted
}

// wasThere says whether what is seen, before anything was played, lay there from the start and has one color: then it
// is a player's rack. A first play lies where nothing lay.
func (w *Watch) wasThere(obs engine.Observation) bool {
	if w.stirred && w.begun {
		w.changed = append(w.changed, w.Gate.Changed())
	}
	w.stirred, w.begun = false, true
	colors, tiles, old := [len(engine.PlayerColors)]int{}, 0, 0
	for _, c := range obs.Cells {
		if c.Tile <= 0 {
			continue
		}
		tiles++
		colors[likeliest(c.Color)]++
		if !slices.ContainsFunc(w.changed, func(r motion.Region) bool { return r.Overlap(c.Quad) > lying }) {
			old++
		}
	}
	return 2*old > tiles && float64(slices.Max(colors[:])) >= oneColor*float64(tiles)
}

const (
	// lying is the share of a tile's face that must have changed where it was laid.
	lying = 0.3
	// oneColor is the share of a rack's tiles that are seen in its player's color, at least.
	oneColor = 0.75
)

func likeliest(c engine.ColorLikelihoods) int {
	best := 0
	for i, v := range c {
		if v > c[best] {
			best = i
		}
	}
	return best
}

// worthReading says whether the table lies still and a reading may tell something new.
func (w *Watch) worthReading(state motion.TableState, now time.Duration) bool {
	return state == motion.Still && w.pace.Due(now, w.Follower.Settled() && w.Gate.Changed().Empty())
}

// keepAndTell keeps what happened, and tells it once it is kept.
func (w *Watch) keepAndTell(lines []follow.Line) error {
	if w.Keep != nil {
		w.Keep(w.Follower.Recorded())
	}
	return w.tell(lines)
}

func (w *Watch) tell(lines []follow.Line) error {
	for _, l := range lines {
		if err := w.Tell(l); err != nil {
			return err
		}
	}
	if len(lines) > 0 && w.Told != nil {
		return w.Told()
	}
	return nil
}

func (w *Watch) note(message string) {
	if w.Note != nil {
		w.Note(message)
	}
}

func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }
