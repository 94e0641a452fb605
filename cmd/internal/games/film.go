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
	"tilewatch/vision"
	"tilewatch/vision/profile"
	"tilewatch/web/scoreboard"
)

// film follows a defined game: frames go through the gate, the still ones are looked at, and the follower tells.
type film[L any] struct {
	source   vision.Source
	gate     *vision.Gate
	eyes     profile.Eyes[L] // what is closed
	look     profile.Eyes[L] // what looks: the same, or its tracker
	follower game.Follower[L]
	in       Inputs

	tell    func(any) error
	note    func(string)
	last    game.Moment // the newest frame
	stirred bool        // something moved since the last look
	looked  time.Duration
	status  scoreboard.Status
	turned  func(scoreboard.Status)
	saw     func(vision.Frame)
}

// lookAgain is how often a settled table is looked at although nothing seems to have changed.
const lookAgain = time.Second

func (f *film[L]) Close() error { return errors.Join(f.gate.Close(), f.eyes.Close()) }

func (f *film[L]) Run(ctx context.Context, tell func(any) error, note func(string)) error {
	f.tell, f.note, f.last.Frame = tell, note, -1
	for {
		frame, err := f.source.Next(ctx)
		var news *vision.Status
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
func (f *film[L]) Turned(turned func(scoreboard.Status)) { f.turned = turned }

// Saw, if set, gets every frame that is looked at, before it is read. It must not keep it.
func (f *film[L]) Saw(saw func(vision.Frame)) { f.saw = saw }

func (f *film[L]) turn(state vision.TableState) {
	now := f.status
	switch {
	case state == vision.Hand:
		now = scoreboard.Hand
	case state == vision.Still && f.follower.Settled():
		now = scoreboard.Live
	case state == vision.Still:
		now = scoreboard.Thinking
	}
	if now != f.status && f.turned != nil {
		f.turned(now)
	}
	f.status = now
}

// report passes on what the source says of itself.
func (f *film[L]) report(s *vision.Status) error {
	if s.Kind == vision.Note {
		f.note(s.Message)
		return nil
	}
	return f.tell(live.News{Type: s.Kind, Frame: s.Frame, TimeS: float64(s.Time.Milliseconds()) / 1000, Message: s.Message})
}

// see takes the next frame.
func (f *film[L]) see(frame vision.Frame) error {
	f.last.Frame, f.last.Time = frame.Number, frame.Time
	verdict, err := f.gate.See(frame)
	if err != nil {
		return fmt.Errorf("frame %d: %w", frame.Number, err)
	}
	defer f.turn(verdict.State)
	if verdict.State != vision.Still {
		f.stirred = true
		return nil
	}
	if f.follower.Settled() && frame.Time-f.looked < lookAgain && f.gate.Changed().Empty() {
		return nil
	}
	return f.read(frame)
}

// read looks at the frame and tells what it means.
func (f *film[L]) read(frame vision.Frame) error {
	if f.saw != nil {
		f.saw(frame)
	}
	picture := frame.Picture()
	defer picture.Close()
	began := time.Now()
	look, err := f.look.Look(picture, profile.Inputs{Camera: f.fitted(picture), Tileset: f.in.Tileset})
	if f.in.Looked != nil {
		f.in.Looked(time.Since(began), err)
	}
	var unreadable *vision.Error
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
func (f *film[L]) fitted(p *vision.Picture) *calibration.Camera {
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
