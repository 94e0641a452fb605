package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/live"
	"tilewatch/engine"
	"tilewatch/engine/follow"
	play "tilewatch/engine/game"
	"tilewatch/vision/source"
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
	names       []string       // the players in turn order; empty: any may play at any time
	players     []engine.Color // the same, where the game knows players by color
}

func (g *game) register(c *cobra.Command) {
	g.inputs.register(c)
	c.Flags().StringVar(&g.playerNames, "players", "", "the players in turn order, like red,green (NAB-IT!) or Ana,Ben")
}

func (g *game) load() error {
	if err := g.inputs.load(); err != nil {
		return err
	}
	var err error
	if g.which.Name() != "nabit" {
		g.names, err = splitPlayers(g.playerNames)
		return err
	}
	g.players, err = parsePlayers(g.playerNames)
	for _, c := range g.players {
		g.names = append(g.names, c.String())
	}
	return err
}

// splitPlayers reads names with commas between them; nothing is no order.
func splitPlayers(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	var names []string
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" || slices.Contains(names, name) {
			return nil, fmt.Errorf("--players: %q is empty or named twice: name each player once, in turn order", name)
		}
		names = append(names, name)
	}
	return names, nil
}

// parsePlayers reads two to four different colors with commas between them; nothing is no order.
func parsePlayers(names string) ([]engine.Color, error) {
	if names == "" {
		return nil, nil
	}
	var players []engine.Color
	seen := map[engine.Color]bool{}
	for _, name := range strings.Split(names, ",") {
		c, err := playerColor(strings.TrimSpace(name))
		if err == nil && seen[c] {
			err = fmt.Errorf("%s is named twice: name each player once, in turn order", c)
		}
		if err != nil {
			return nil, fmt.Errorf("--players: %w", err)
		}
		seen[c] = true
		players = append(players, c)
	}
	if len(players) < 2 {
		return nil, fmt.Errorf("--players: only %q: name two to four colors in turn order, like red,green", names)
	}
	return players, nil
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
	source, err := source.OpenSource(args[0], source.SourceOptions{})
	if err != nil {
		return failure{err}
	}
	film, err := w.which.Film(w.inputsOf(), source)
	if err != nil {
		return failure{errors.Join(err, source.Close())}
	}
	defer func() { err = closing(film, err) }()
	defer func() { err = closing(source, err) }() // first: nothing may be read after the rest is gone
	tell := func(line any) error { return w.print(c.OutOrStdout(), line) }
	if err := film.Run(c.Context(), tell, noting(c)); err != nil {
		return failure{err}
	}
	return nil
}

func (w *watch) print(to io.Writer, line any) error {
	if w.json {
		return json.NewEncoder(to).Encode(line)
	}
	_, err := fmt.Fprintln(to, sentence(line))
	return err
}

// sentence tells a line to people.
func sentence(line any) string {
	switch l := line.(type) {
	case live.News:
		return fmt.Sprintf("%8.1f s  camera %s: %s", l.TimeS, l.Type, l.Message)
	case play.Line:
		text := l.Text
		if text == "" {
			fields, err := json.Marshal(l.Fields)
			if err != nil {
				text = err.Error()
			} else {
				text = l.Type + " " + string(fields)
			}
		}
		return fmt.Sprintf("%8.1f s  %s", l.Time.Seconds(), text)
	case follow.Line:
		text := fmt.Sprintf("%8.1f s  %s", l.TimeS, l.Type)
		if l.Player != engine.NoColor {
			text += " " + l.Player.String()
		}
		if len(l.Words) > 0 {
			text += ": " + strings.Join(l.Words, ", ")
		}
		if l.Question != "" {
			text += ": " + l.Question
		}
		for _, s := range l.Scores {
			text += fmt.Sprintf("  %s %d", s.Color, s.Total)
		}
		return text
	}
	return fmt.Sprint(line)
}

// closing closes what a command opened; a failure to do so counts unless there is a graver one.
func closing(c io.Closer, err error) error {
	if closed := c.Close(); closed != nil && err == nil {
		return failure{closed}
	}
	return err
}
