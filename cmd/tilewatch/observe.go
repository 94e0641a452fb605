package main

import (
	"fmt"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/helper"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/observe"
)

// observing are the flags by which an operator sees what the server does, and what looks on.
type observing struct {
	frames, format string

	log   *slog.Logger
	meter *observe.Meter
}

func (o *observing) register(c *cobra.Command) {
	c.Flags().StringVar(&o.frames, "debug-frames", "", "`FOLDER` for the pictures of uncertain turns with their readings (the newest 200)")
	o.registerLog(c)
}

// registerLog is register for a server that sees no pictures.
func (o *observing) registerLog(c *cobra.Command) {
	c.Flags().StringVar(&o.format, "log", "text", "`FORMAT` of the log on standard error: text or json")
}

// open begins the log, which takes what all packages note, too. Its errors are the caller's mistake.
func (o *observing) open(to io.Writer) error {
	switch o.format {
	case "text":
		o.log = slog.New(slog.NewTextHandler(to, nil))
	case "json":
		o.log = slog.New(slog.NewJSONHandler(to, nil))
	default:
		return fmt.Errorf("--log: no such format %q: use text or json", o.format)
	}
	slog.SetDefault(o.log)
	var frames *observe.Frames
	if o.frames != "" {
		var err error
		if frames, err = observe.OpenFrames(o.frames); err != nil {
			return cli.Fail(err)
		}
	}
	o.meter = observe.New(o.log, frames)
	return nil
}

// note writes what an operator should know and no page shows.
func (o *observing) note(message string) { o.meter.Note(message) }

// helpers shows how often the children were started, and died, and counts what they tripped over.
func (o *observing) helpers(photos, frames *helper.Worker) {
	photos.Tripped, frames.Tripped = func() { o.meter.Panicked(observe.Photo) }, func() { o.meter.Panicked(observe.Frame) }
	for name, w := range map[string]*helper.Worker{input.Photos: photos, input.Frames: frames} {
		o.meter.Gauge(name+"_helpers_started", "Child processes that were started to read "+name+", so far.", func() float64 { return float64(w.Starts()) })
		o.meter.Gauge(name+"_helpers_died", "Of these, those that died or were ended at work.", func() float64 { return float64(w.Deaths()) })
	}
}
