package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/board"
	"tilewatch/web/svg"
)

// Other forms of a game than the turns in text: --as.
const (
	asTable    = "csv"
	asNotation = "notation"
)

// told is the stored game, turn by turn.
func told(s *record.Stored) (*history.Game, error) {
	times := make([]time.Time, len(s.Journaled))
	for i, e := range s.Journaled {
		times[i] = e.Time
	}
	g, err := history.Of(s.Events, times)
	if err != nil {
		return nil, cli.Fail(fmt.Errorf("game %q: %w", s.Game, err))
	}
	return g, nil
}

// writeAs writes the whole game in the form that was asked for.
func (r *replay) writeAs(to io.Writer, s *record.Stored) error {
	g, err := told(s)
	if err != nil {
		return err
	}
	if r.form == asTable {
		err = g.CSV(to)
	} else {
		err = g.Notation(to, s.Title)
	}
	if err != nil {
		return cli.Fail(err)
	}
	return nil
}

// tilePixels is how wide a tile is in a picture of the board.
const tilePixels = 96

// draw writes the picture of the board after the chosen turn, or after the last.
func (r *replay) draw(s *record.Stored) error {
	g, err := told(s)
	if err != nil {
		return err
	}
	step, err := r.chosenStep(g)
	if err != nil {
		return err
	}
	stacks := make([]board.Stack, len(step.Stacks))
	for i, st := range step.Stacks {
		stacks[i] = board.Stack{Place: st.Place, Cell: st.Cell, Layers: st.Layers}
		for _, p := range step.Placements {
			stacks[i].Last = stacks[i].Last || p.Place == st.Place
		}
	}
	var b bytes.Buffer
	if err := board.SVG(&b, stacks, board.Options{Standalone: true, Ground: "#e6dfcf"}); err != nil {
		return cli.Fail(err)
	}
	data := b.Bytes()
	if strings.EqualFold(filepath.Ext(r.picture), ".png") {
		wide, high := board.FrameOf(stacks).Size(0)
		scale := min(float64(tilePixels)/100, svg.MaxSide/max(wide, high))
		if data, err = svg.PNG(data, int(wide*scale), int(high*scale)); err != nil {
			return cli.Fail(err)
		}
	}
	if err := os.WriteFile(r.picture, data, 0o644); err != nil {
		return cli.Fail(fmt.Errorf("write the picture: %w", err))
	}
	return nil
}

// chosenStep is the last step of the chosen turn, or of all.
func (r *replay) chosenStep(g *history.Game) (history.Step, error) {
	steps := g.Steps
	if r.turn != everyTurn {
		steps = slices.DeleteFunc(slices.Clone(steps), func(s history.Step) bool { return s.Number != r.turn || s.Withdrawn })
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if !steps[i].Withdrawn {
			return steps[i], nil
		}
	}
	return history.Step{}, fmt.Errorf("--turn %d: the game has the turns 0 to %d", r.turn, g.Turns())
}

// checkFiles refuses flags that do not go together.
func (r *replay) checkFiles() error {
	ext := strings.ToLower(filepath.Ext(r.picture))
	switch {
	case r.picture != "" && ext != ".png" && ext != ".svg":
		return fmt.Errorf("--picture %q: end the name in .png or .svg", r.picture)
	case r.form != "" && r.form != asTable && r.form != asNotation:
		return fmt.Errorf("--as %q: use csv or notation", r.form)
	case r.form != "" && (r.raw || r.json || r.turn != everyTurn || r.picture != ""):
		return fmt.Errorf("--as %s writes the whole game as it stands: leave out --turn, --events, --json and --picture", r.form)
	case r.picture != "" && r.raw:
		return fmt.Errorf("--picture and --events exclude each other: a turn is drawn as it stands")
	}
	return nil
}
