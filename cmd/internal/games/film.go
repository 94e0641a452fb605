package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/live"
	"tilewatch/engine/game"
	"tilewatch/vision/motion"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/source"
	"tilewatch/web"
)

// film follows a defined game: frames go through the gate, the still ones are looked at, and the follower tells.
type film[L any] struct {
	source   source.Source
	gate     *motion.Gate
	eyes     profile.Eyes[L] // what is closed
	look     profile.Eyes[L] // what looks: the same, or its tracker
	follower game.Follower[L]
	in       Inputs

	tell    func(any) error
	note    func(string)
	last    game.Moment // the newest frame
	stirred bool        // something moved since the last look
	looked  time.Duration
	status  web.Status
	turned  func(web.Status)
	saw     func(source.Frame)
}

// lookAgain is how often a settled table is looked at although nothing seems to have changed.
const lookAgain = time.Second

func (f *film[L]) Close() error { return errors.Join(f.gate.Close(), f.eyes.Close()) }

func (f *film[L]) Run(ctx context.Context, tell func(any) error, note func(string)) error {
	f.tell, f.note, f.last.Frame = tell, note, -1
	for {
		frame, err := f.source.Next(ctx)
		var news *source.Status
		switch {
		case errors.Is(err, io.EOF), err != nil && ctx.Err() != nil:
			return f.tellAll(f.follower.Finish(f.last))
		case errors.As(err, &news):
			err = f.report(news)
		case err == nil:
			err = f.see(frame)
		}
		if err != nil {
			return err
		}
	}
}

// Turned, if set, hears when a hand comes or goes and when what lies there is told.
func (f *film[L]) Turned(turned func(web.Status)) { f.turned = turned }

// Saw, if set, gets every frame that is looked at, before it is read. It must not keep it.
func (f *film[L]) Saw(saw func(source.Frame)) { f.saw = saw }

func (f *film[L]) turn(state motion.TableState) {
	now := f.status
	switch {
	case state == motion.Hand:
		now = web.Hand
	case state == motion.Still && f.follower.Settled():
		now = web.Live
	case state == motion.Still:
		now = web.Thinking
	}
	if now != f.status && f.turned != nil {
		f.turned(now)
	}
	f.status = now
}

// report passes on what the source says of itself.
func (f *film[L]) report(s *source.Status) error {
	if s.Kind == source.Note {
		f.note(s.Message)
		return nil
	}
	return f.tell(live.News{Type: s.Kind, Frame: s.Frame, TimeS: float64(s.Time.Milliseconds()) / 1000, Message: s.Message})
}

// see takes the next frame.
func (f *film[L]) see(frame source.Frame) error {
	f.last.Frame, f.last.Time = frame.Number, frame.Time
	verdict, err := f.gate.See(frame)
	if err != nil {
		return fmt.Errorf("frame %d: %w", frame.Number, err)
	}
	defer f.turn(verdict.State)
	if verdict.State != motion.Still {
		f.stirred = true
		return nil
	}
	if f.follower.Settled() && frame.Time-f.looked < lookAgain && f.gate.Changed().Empty() {
		return nil
	}
	return f.read(frame)
}

// read looks at the frame and tells what it means.
func (f *film[L]) read(frame source.Frame) error {
	if f.saw != nil {
		f.saw(frame)
	}
	pic := frame.Picture()
	defer pic.Close()
	began := time.Now()
	look, err := f.look.Look(pic, profile.Inputs{Camera: f.fitted(pic), Tileset: f.in.Tileset})
	if f.in.Looked != nil {
		f.in.Looked(time.Since(began), err)
	}
	var unreadable *picture.Error
	switch {
	case errors.As(err, &unreadable):
		f.note(fmt.Sprintf("frame %d: %s", frame.Number, unreadable.Message))
		return nil
	case err != nil:
		return fmt.Errorf("frame %d: %w", frame.Number, err)
	}
	f.gate.Accept()
	f.looked = frame.Time
	at := f.last
	at.Stirred, f.stirred = f.stirred, false
	return f.tellAll(f.follower.See(at, look))
}

// fitted is the camera for pictures of this size; nil if the camera file does not fit.
func (f *film[L]) fitted(p *picture.Picture) *calibration.Camera {
	if f.in.Camera == nil {
		return nil
	}
	fitted, err := f.in.Camera.Scaled(p.Width, p.Height)
	if err != nil {
		f.note(fmt.Sprintf("the camera file is not used: %v", err))
		f.in.Camera = nil
		return nil
	}
	return fitted
}

func (f *film[L]) tellAll(lines []game.Line) error {
	for _, l := range lines {
		if err := f.tell(l); err != nil {
			return err
		}
	}
	return nil
}
