package game

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/pipeline"
	kernel "tilewatch/engine/game"
	"tilewatch/vision/motion"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/source"
)

// pace is how often a settled table is read although nothing seems to have changed.
var pace = pipeline.Pace{Often: time.Second, Rarely: time.Second}

// film is a watch with its eyes.
type film[H, L any] struct {
	watch  pipeline.Watch[H, L]
	eyes   io.Closer
	begins func(note func(string))
	ends   func()
}

// NewFilm is the film of a watch, which it gives a gate; it closes the eyes. begins hears before the first frame who takes what an operator should know;
// ends, if set, is called after the last.
func NewFilm[H, L any](watch pipeline.Watch[H, L], eyes io.Closer, begins func(note func(string)), ends func()) Film {
	watch.Gate = motion.NewGate()
	return &film[H, L]{watch, eyes, begins, ends}
}

func (f *film[H, L]) Run(ctx context.Context, table pipeline.Table, report pipeline.Reports) error {
	note := report.Note
	if note == nil {
		note = func(string) {}
	}
	f.begins(note)
	err := f.watch.Run(ctx, table, report)
	if f.ends != nil {
		f.ends()
	}
	return err
}

func (f *film[H, L]) Close() error { return errors.Join(f.watch.Gate.Close(), f.eyes.Close()) }

// film opens the eyes. events, if set, takes what the lines say in the rules' language.
func (d defined[L]) film(in Inputs, source source.Source, events func([]json.RawMessage)) (Film, error) {
	eyes, err := d.eyes()
	if err != nil {
		return nil, err
	}
	look := &looking[L]{eyes: eyes.film, in: in}
	watch := pipeline.Watch[struct{}, L]{
		Source: source, Eyes: look, Pace: pace,
		Follower: &following[L]{game: d.rules.Follow(Words(in.Words), in.Players), events: events},
	}
	return NewFilm(watch, eyes, func(note func(string)) { look.note = note }, nil), nil
}

// looking are a profile's eyes before a camera that stands still.
type looking[L any] struct {
	eyes profile.Eyes[L]
	in   Inputs
	note func(string)
}

// Look implements pipeline.Eyes.
func (l *looking[L]) Look(frame source.Frame, _ struct{}) (L, error) {
	picture := frame.Picture()
	defer picture.Close()
	return l.eyes.Look(picture, profile.Inputs{Camera: l.fitted(picture), Tileset: l.in.Tileset})
}

// fitted is the camera for pictures of this size; nil if the camera file does not fit.
func (l *looking[L]) fitted(p *picture.Picture) *calibration.Camera {
	if l.in.Camera == nil {
		return nil
	}
	fitted, err := l.in.Camera.Scaled(p.Width, p.Height)
	if err != nil {
		l.note(fmt.Sprintf("camera file ignored: %v", err))
		l.in.Camera = nil
		return nil
	}
	return fitted
}

// following is a game's follower.
type following[L any] struct {
	game      kernel.Follower[L]
	events    func([]json.RawMessage)
	disturbed bool // since the last look
}

func (f *following[L]) Hint() (none struct{}) { return none }

func (f *following[L]) Disturbed() { f.disturbed = true }

func (f *following[L]) Settled() bool { return f.game.Settled() }

func (f *following[L]) See(at kernel.Moment, look L, _ func() motion.Region) []pipeline.Line {
	at.Stirred, f.disturbed = f.disturbed, false
	return f.report(f.game.See(at, look))
}

func (f *following[L]) Finish(at kernel.Moment) []pipeline.Line { return f.report(f.game.Finish(at)) }

func (f *following[L]) report(lines []kernel.Line) []pipeline.Line {
	var out []pipeline.Line
	for _, l := range lines {
		out = append(out, Line(l))
		if f.events != nil {
			f.events(l.Events)
		}
	}
	return out
}

// Line is a game's line as the pipeline passes it on.
func Line(l kernel.Line) pipeline.Line {
	text := l.Text
	if text == "" {
		fields, err := json.Marshal(l.Fields)
		if text = l.Type + " " + string(fields); err != nil {
			text = err.Error()
		}
	}
	return pipeline.Line{JSON: l, TimeS: l.Time.Seconds(), Text: text}
}
