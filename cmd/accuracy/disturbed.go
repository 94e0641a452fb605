package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"tilewatch/cmd/internal/game"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/source"
	"tilewatch/vision/source/disturb"
)

// room is a film watched with a disturbance.
type room struct {
	film
	kind  disturb.Kind
	fault int      // lines that say the camera is lost
	said  []string // of the pipeline, what holds the reading up
}

// gradeRooms watches films with disturbances and without: those named, or all. It watches so many frames of each film; 0: all.
func gradeRooms(out io.Writer, films []scene, names string, frames int) error {
	kinds := append([]disturb.Kind{{Name: "calm"}}, disturb.Kinds()...)
	if names != "all" {
		kinds = slices.DeleteFunc(kinds, func(k disturb.Kind) bool { return !slices.Contains(strings.Split(names, ","), k.Name) })
	}
	for _, s := range films {
		fmt.Fprintf(out, "\nfilm %s\n  %-10s %7s %6s %8s %7s %6s %7s %7s %6s\n", s.name, "room", "events", "exact", "spurious", "unclear", "faults", "median", "latest", "board")
		for _, kind := range kinds {
			r, err := watchRoom(s, kind, frames)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", s.name, kind.Name, err)
			}
			r.print(out)
		}
	}
	return nil
}

// watchRoom watches the film's frames in this process, so that no film of the disturbance is needed.
func watchRoom(s scene, kind disturb.Kind, frames int) (r room, err error) {
	nabit, err := games.Find("nabit")
	if err != nil {
		return r, err
	}
	opened, err := source.Open(s.media, source.Options{})
	if err != nil {
		return r, err
	}
	src := disturb.Source(&beginning{opened, frames}, kind)
	defer func() { err = errors.Join(err, src.Close()) }()
	in := game.Inputs{Camera: &s.truth.Camera.Camera, Tileset: tilesetOf(s.truth), Words: lexicon.Default()}
	for _, p := range s.truth.Players {
		in.Players = append(in.Players, p.String())
	}
	watched, err := nabit.Film(in, src)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, watched.Close()) }()
	var lines []watchLine
	r.kind = kind
	err = watched.Run(context.Background(), pipeline.Alone(func(e pipeline.Event) error {
		l, err := r.take(e)
		lines = append(lines, l...)
		return err
	}), pipeline.Reports{})
	t := s.truth
	if frames > 0 {
		t.Frames = float64(frames)
	}
	for i := range lines { // a slow camera numbers its own pictures
		lines[i].Frame = int(math.Round(lines[i].TimeS * t.FPS))
	}
	r.film = gradeWanted(t, t.expectedOf(kind, int(t.Frames)), lines)
	return r, err
}

// expectedOf is what the watcher should report of the film's first frames before a camera of that kind: what lies free for too few pictures it
// need not see, nor what comes as the film ends. What it need not see it may tell once it has given two free pictures.
func (t truth) expectedOf(kind disturb.Kind, frames int) []expected {
	want := slices.DeleteFunc(t.expected(), func(x expected) bool { return x.clear >= frames })
	for i := range want {
		x := &want[i]
		needed := picturesNeeded(kind)
		x.brief = x.clear+lateFrames > frames || t.freePicture(kind, x.clear, needed) >= t.untilNext(x.clear, frames)
		if x.brief {
			x.by = max(x.by, t.freePicture(kind, x.clear, max(2, needed))+lateFrames)
		}
	}
	return want
}

// freeAtLeast is for how many frames what was laid lies free at least, until something covers it: a third of a second of 15 a second.
const freeAtLeast = 5

// picturesNeeded is in how many free pictures a turn must show to be expected.
func picturesNeeded(kind disturb.Kind) int {
	switch {
	case kind.Every > 0:
		return 2
	case kind.Covers != nil:
		return freeAtLeast
	}
	return 1
}

// untilNext is the frame in which the hand comes that follows, frames at most.
func (t truth) untilNext(clear, frames int) int {
	until := frames
	for _, e := range t.Events {
		if e.HandFrames[0] > clear {
			until = min(until, e.HandFrames[0])
		}
	}
	return until
}

// freePicture is the frame of the n-th picture that shows the board free, from a frame on.
func (t truth) freePicture(kind disturb.Kind, from, n int) int {
	every := max(kind.Every.Seconds()*t.FPS, 1)
	for k := math.Ceil(float64(from) / every); ; k++ {
		frame := int(math.Round(k * every))
		covered := slices.ContainsFunc(t.Events, func(e truthEvent) bool { return e.HandFrames[0] <= frame && frame <= e.HandFrames[1] })
		covered = covered || kind.Covers != nil && kind.Covers(time.Duration(float64(frame)/t.FPS*float64(time.Second)))
		if n -= one(!covered); n == 0 {
			return frame
		}
	}
}

// take reads an event as the program prints it.
func (r *room) take(e pipeline.Event) (lines []watchLine, err error) {
	switch e := e.(type) {
	case pipeline.Camera:
		r.fault += one(e.Type == source.Fault)
		r.said = append(r.said, e.String())
	case pipeline.Lines:
		for _, l := range e {
			data, err := json.Marshal(l)
			if err != nil {
				return nil, err
			}
			var line watchLine
			if err := json.Unmarshal(data, &line); err != nil {
				return nil, err
			}
			lines = append(lines, line)
		}
	case pipeline.Ignored:
		r.said = append(r.said, e.String())
	case pipeline.Held:
		r.said = append(r.said, e.String())
	case pipeline.Turned:
	}
	return lines, nil
}

// beginning is a source's first frames; all of them if there are 0.
type beginning struct {
	source.Source
	frames int
}

func (b *beginning) Next(ctx context.Context) (source.Frame, error) {
	f, err := b.Source.Next(ctx)
	if err == nil && b.frames > 0 && f.Number >= b.frames {
		return f, io.EOF
	}
	return f, err
}

func (r room) print(out io.Writer) {
	middle, latest := r.told()
	fmt.Fprintf(out, "  %-10s %7d %6d %8d %7d %6d %7s %7s %6v\n", r.kind.Name, r.events, r.exact, r.spurious, r.unclear, r.fault, middle, latest, r.finalFull)
	for _, text := range r.said {
		fmt.Fprintf(out, "             %s\n", text)
	}
}
