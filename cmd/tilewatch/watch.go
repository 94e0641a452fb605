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
	"tilewatch/vision/source"
)

// watch is "tilewatch watch": a film or a camera in, a line for each event out.
type watch struct {
	input.Game
	json bool
}

func newWatch() *cobra.Command {
	w := &watch{}
	c := &cobra.Command{
		Use:   "watch [flags] SOURCE",
		Short: "Follow a game on a video or a camera, one line per event",
		Long:  "SOURCE is a video file, a camera's number or device path, or an http://, https:// or rtsp:// address.",
		Example: `  tilewatch watch game.mp4
  tilewatch watch --json --players red,green 0     # the first camera`,
		Args: oneSource,
		RunE: w.run,
	}
	w.Register(c)
	c.Flags().BoolVar(&w.json, "json", false, "print JSON, one object a line")
	return c
}

func oneSource(c *cobra.Command, args []string) error {
	if err := cli.SomeInputs("source")(c, args); err != nil {
		return err
	}
	if len(args) > 1 {
		return fmt.Errorf("%d sources: watch one at a time", len(args))
	}
	return nil
}

func (w *watch) run(c *cobra.Command, args []string) (err error) {
	if err := w.Load(); err != nil {
		return err
	}
	cli.NoteSkipped(w.Words, cli.Noting(c))
	w.Recall(store.StateFolder(), input.CameraName(args[0]), cli.Noting(c))
	source, err := source.Open(args[0], source.Options{})
	if err != nil {
		return cli.Fail(err)
	}
	film, err := w.Which.Film(w.Inputs(), source)
	if err != nil {
		return cli.Fail(errors.Join(err, source.Close()))
	}
	defer func() { err = cli.Closing(film, err) }()
	defer func() { err = cli.Closing(source, err) }() // first: nothing may be read after the rest is gone
	show := func(e pipeline.Event) error { return w.print(c.OutOrStdout(), e) }
	if err := film.Run(c.Context(), pipeline.Alone(show), pipeline.Reports{Note: cli.Noting(c)}); err != nil {
		return cli.Fail(err)
	}
	return nil
}

// print prints what is a line: what happened in the game, and to the camera.
func (w *watch) print(to io.Writer, event pipeline.Event) error {
	switch e := event.(type) {
	case pipeline.Camera:
		return w.line(to, e)
	case pipeline.Lines:
		for _, l := range e {
			if err := w.line(to, l); err != nil {
				return err
			}
		}
	case pipeline.Ignored:
		return w.line(to, e)
	case pipeline.Held:
		return w.line(to, e)
	case pipeline.Turned: // people see it
	}
	return nil
}

func (w *watch) line(to io.Writer, line fmt.Stringer) error {
	if w.json {
		return json.NewEncoder(to).Encode(line)
	}
	_, err := fmt.Fprintln(to, line)
	return err
}
