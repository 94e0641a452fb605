package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/store"
	"tilewatch/cmd/internal/term"
	"tilewatch/vision/source"
)

// watch is "tilewatch watch": a film or a camera in, a line for each event out.
type watch struct {
	input.Game
	json     bool
	insecure bool
}

func newWatch() *cobra.Command {
	w := &watch{}
	c := &cobra.Command{
		Use:   "watch [flags] SOURCE",
		Short: "Follow a game on a video or a camera, one line per event",
		Long:  "SOURCE is a video file, a camera's number or device path, or an http://, https:// or rtsp:// address.",
		Example: `  tilewatch watch game.mp4
  tilewatch watch --json --players red,green 0     # the first camera`,
		Args: cli.OneInput("source"),
		RunE: w.run,
	}
	w.Register(c)
	input.InsecureFlag(c, &w.insecure)
	c.Flags().BoolVar(&w.json, "json", false, "print JSON, one object a line")
	return c
}

func (w *watch) run(c *cobra.Command, args []string) (err error) {
	if err := w.Load(); err != nil {
		return err
	}
	cli.NoteSkipped(w.Words, cli.Noting(c))
	w.Recall(store.StateFolder(), input.CameraName(args[0]), cli.Noting(c))
	opened, err := input.Open(args[0], source.Options{Insecure: w.insecure})
	if err != nil {
		return cli.Fail(err)
	}
	progress := term.NewProgress(c.ErrOrStderr(), source.Frames(opened), "frames")
	source := source.Tap(opened, func(f source.Frame) { progress.Done(f.Number) })
	film, err := w.Which.Film(w.Inputs(), source)
	if err != nil {
		return cli.Fail(errors.Join(err, source.Close()))
	}
	defer func() { err = cli.Closing(film, err) }()
	defer func() { err = cli.Closing(source, err) }() // first: nothing may be read after the rest is gone
	defer progress.Clear()
	painter := term.For(c.OutOrStdout())
	show := func(e pipeline.Event) error {
		progress.Clear()
		return w.print(c.OutOrStdout(), painter, e)
	}
	if err := film.Run(c.Context(), pipeline.Alone(show), pipeline.Reports{Note: cli.Noting(c)}); err != nil {
		return cli.Fail(err)
	}
	return nil
}

// print prints what is a line: what happened in the game, and to the camera.
func (w *watch) print(to io.Writer, paint term.Painter, event pipeline.Event) error {
	switch e := event.(type) {
	case pipeline.Camera:
		return w.line(to, paint, e)
	case pipeline.Lines:
		for _, l := range e {
			if err := w.line(to, paint, l); err != nil {
				return err
			}
		}
	case pipeline.Ignored:
		return w.line(to, paint, e)
	case pipeline.Held:
		return w.line(to, paint, e)
	case pipeline.Turned: // people see it
	}
	return nil
}

func (w *watch) line(to io.Writer, paint term.Painter, line fmt.Stringer) error {
	if w.json {
		return json.NewEncoder(to).Encode(line)
	}
	_, err := fmt.Fprintln(to, paint.Names(line.String()))
	return err
}
