package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine/journal"
	"tilewatch/web/retold"
	"tilewatch/web/svg"
	"tilewatch/web/text"
)

// retoldStep is a step of a game that is told by its rules, as a JSON line.
type retoldStep struct {
	Step  int             `json:"step"`
	Turn  int             `json:"turn"`
	Event json.RawMessage `json:"event"`
	What  string          `json:"what"`
	State any             `json:"state"`
}

// Told shows a stored game that is told by its rules.
func Told(stored journal.Game, g *retold.Game) Game {
	title := fmt.Sprintf("%s (%s)", stored.Title, stored.Game)
	return Game{
		Title: title, Heading: title + "\n\n", Unit: "steps",
		Steps: func(recorded bool) iter.Seq2[Step, error] { return steps(g, recorded) },
		Board: func(step int) (Drawing, error) { return drawTold(g, step) },
		Whole: func() (retold.Kept, error) { return g, nil },
	}
}

func steps(g *retold.Game, recorded bool) iter.Seq2[Step, error] {
	words := text.For(text.Default)
	return func(yield func(Step, error) bool) {
		if recorded {
			yield(Step{}, errors.New(`--events is for NAB-IT!: "tilewatch games export" writes everything that was recorded`))
			return
		}
		for i, s := range g.Steps {
			line := retoldStep{i, s.State.Turn, s.Event, g.Deed(i, words), s.State.Detail}
			if !yield(Step{Turn: i, JSON: line, Text: func(term.Painter) string { return retoldText(g, i, words) }}, nil) {
				return
			}
		}
	}
}

// retoldText is what a step did, how the game's page says it, and how everybody stands.
func retoldText(g *retold.Game, step int, words *text.Texts) string {
	heading := "the game begins"
	if step > 0 {
		heading = fmt.Sprintf("step %d: %s", step, g.Deed(step, words))
	}
	lines := []string{heading}
	if said := g.Sentence(step, words); said != "" {
		lines = append(lines, "  "+said)
	}
	return strings.Join(append(lines, "  "+g.Totals(step)), "\n") + "\n\n"
}

// toldPixels is how wide the picture of a board is.
const toldPixels = 1200

// drawTold draws the board after the step.
func drawTold(g *retold.Game, step int) (d Drawing, err error) {
	last := len(g.Steps) - 1
	if step == EveryTurn {
		step = last
	}
	if step < 0 || step > last {
		return d, NoTurn(step, "steps", last)
	}
	drawing := g.Drawing(step, text.For(text.Default))
	if drawing == "" {
		return d, errors.New("--picture: this game's board is not drawn")
	}
	data, wide, high, err := svg.Flat(drawing, "#1b2330", "#e6dfcf")
	if err != nil {
		return d, cli.Fail(err)
	}
	return Drawing{data, toldPixels, int(toldPixels * high / wide)}, nil
}
