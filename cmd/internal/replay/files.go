package replay

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine/journal"
	"tilewatch/engine/nabit/history"
	"tilewatch/web/board"
	"tilewatch/web/svg"
)

// writeAs writes the whole game in the form that was asked for.
func (v *View) writeAs(to io.Writer, g journal.Game) error {
	told, err := history.Read(g)
	if err != nil {
		return cli.Fail(err)
	}
	if v.Form == asTable {
		err = told.CSV(to)
	} else {
		err = told.Notation(to, g.Title)
	}
	if err != nil {
		return cli.Fail(err)
	}
	return nil
}

// tilePixels is how wide a tile is in a picture of the board.
const tilePixels = 96

// draw writes the picture of the board after the chosen turn, or after the last.
func (v *View) draw(g journal.Game) error {
	told, err := history.Read(g)
	if err != nil {
		return cli.Fail(err)
	}
	step, err := v.chosenStep(told)
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
	wide, high := board.FrameOf(stacks).Size(0)
	scale := min(float64(tilePixels)/100, svg.MaxSide/max(wide, high))
	return v.write(b.Bytes(), int(wide*scale), int(high*scale))
}

// chosenStep is the last step of the chosen turn, or of all.
func (v *View) chosenStep(g *history.Game) (history.Step, error) {
	steps := g.Steps
	if v.Turn != EveryTurn {
		steps = slices.DeleteFunc(slices.Clone(steps), func(s history.Step) bool { return s.Number != v.Turn || s.Withdrawn })
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if !steps[i].Withdrawn {
			return steps[i], nil
		}
	}
	return history.Step{}, fmt.Errorf("--turn %d: the game has the turns 0 to %d", v.Turn, g.Turns())
}
