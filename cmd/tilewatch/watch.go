package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/pipeline"
	"tilewatch/cmd/internal/tenant"
	"tilewatch/vision"
)

// watch is "tilewatch watch": a film or a camera in, a line for each event out.
type watch struct {
	game
	json bool
}

// game are the inputs of a command that follows a game.
type game struct {
	inputs
	playerNames string
	names       []string // the players in turn order; empty: any may play at any time
}

func (g *game) register(c *cobra.Command) {
	g.inputs.register(c)
	c.Flags().StringVar(&g.playerNames, "players", "", "the players in turn order, like red,green (NAB-IT!) or Ana,Ben")
}

func (g *game) load() error {
	err := g.inputs.load()
	if err == nil {
		g.names, err = g.which.Players(g.playerNames)
	}
	return err
}

// inputsOf are what the flags say, for the game.
func (g *game) inputsOf() tenant.Inputs {
	return tenant.Inputs{Camera: g.camera, Tileset: g.tileset, Words: g.words, Players: g.names, Table: g.table, Glyphs: g.glyphs}
}

func newWatch() *cobra.Command {
	w := &watch{}
	c := &cobra.Command{
		Use:   "watch [flags] SOURCE",
		Short: "Follow a game on a film or a camera: a line for each play, challenge or move of the board",
		Long:  "SOURCE is a video file, a camera's number or device path, or an http://, https:// or rtsp:// address.",
		Args:  oneSource,
		RunE:  w.run,
	}
	w.register(c)
	c.Flags().BoolVar(&w.json, "json", false, "print JSON, one object a line")
	return c
}

func oneSource(c *cobra.Command, args []string) error {
	if err := someInputs("source")(c, args); err != nil {
		return err
	}
	if len(args) > 1 {
		return fmt.Errorf("%d sources given: watch one at a time", len(args))
	}
	return nil
}

func (w *watch) run(c *cobra.Command, args []string) (err error) {
	if err := w.load(); err != nil {
		return err
	}
	w.recall(stateFolder(), cameraName(args[0]), noting(c))
	source, err := vision.OpenSource(args[0], vision.SourceOptions{})
	if err != nil {
		return failure{err}
	}
	film, err := w.which.Film(w.inputsOf(), source)
	if err != nil {
		return failure{errors.Join(err, source.Close())}
	}
	defer func() { err = closing(film, err) }()
	defer func() { err = closing(source, err) }() // first: nothing may be read after the rest is gone
	tell := func(e pipeline.Event) error { return w.print(c.OutOrStdout(), e) }
	if err := film.Run(c.Context(), pipeline.Alone(tell), pipeline.Reports{Note: noting(c)}); err != nil {
		return failure{err}
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

// closing closes what a command opened; a failure to do so counts unless there is a graver one.
func closing(c io.Closer, err error) error {
	if closed := c.Close(); closed != nil && err == nil {
		return failure{closed}
	}
	return err
}
