package replay

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/term"
	"tilewatch/web/retold"
	"tilewatch/web/svg"
	"tilewatch/web/text"
)

// retoldStep is a step of a game that has no history of its own, as a JSON line.
type retoldStep struct {
	Step  int             `json:"step"`
	Turn  int             `json:"turn"`
	Event json.RawMessage `json:"event"`
	What  string          `json:"what"`
	State any             `json:"state"`
}

// ShowRetold shows such a game, called title. A person at a terminal answers at in.
func (v *View) ShowRetold(in io.Reader, out io.Writer, title string, g *retold.Game) error {
	words := text.For(text.Default)
	if v.Recorded {
		return fmt.Errorf(`--events is for NAB-IT!: "tilewatch games export" writes everything that was recorded`)
	}
	var err error
	switch {
	case v.Form == asTable:
		err = g.CSV(out, words)
	case v.Form == asNotation:
		err = g.Notation(out, title, words)
	default:
		return v.retoldSteps(in, out, title, g, words)
	}
	if err != nil {
		return cli.Fail(err)
	}
	return nil
}

// retoldSteps prints the steps, or draws the last of those that were chosen.
func (v *View) retoldSteps(in io.Reader, out io.Writer, title string, g *retold.Game, words *text.Texts) error {
	first, last := 0, len(g.Steps)-1
	if v.Turn != EveryTurn {
		if v.Turn > last {
			return fmt.Errorf("--turn %d: the game has the steps 0 to %d", v.Turn, last)
		}
		first, last = v.Turn, v.Turn
	}
	if v.Picture != "" {
		return v.drawRetold(g, last, words)
	}
	wait, enter := v.Wait && !v.JSON && term.IsTerminal(out) && term.IsTerminal(in), bufio.NewReader(in)
	lines := json.NewEncoder(out)
	for i := first; i <= last; i++ {
		s := &g.Steps[i]
		if v.JSON {
			if err := lines.Encode(retoldStep{i, s.State.Turn, s.Event, g.Deed(i, words), s.State.Detail}); err != nil {
				return cli.Fail(err)
			}
			continue
		}
		if i == first {
			fmt.Fprintf(out, "%s\n\n", title)
		}
		if _, err := io.WriteString(out, retoldText(g, i, words)); err != nil {
			return cli.Fail(err)
		}
		if !wait {
			continue
		}
		if more, err := goOn(enter, out); err != nil || !more {
			return err
		}
	}
	return nil
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
	return strings.Join(append(lines, "  "+g.Standing(step)), "\n") + "\n\n"
}

// retoldPixels is how wide the picture of a board is.
const retoldPixels = 1200

// drawRetold writes the picture of the board after the step.
func (v *View) drawRetold(g *retold.Game, step int, words *text.Texts) error {
	drawing := g.Drawing(step, words)
	if drawing == "" {
		return fmt.Errorf("--picture: this game's board is not drawn")
	}
	data, wide, high, err := svg.Flat(drawing, "#1b2330", "#e6dfcf")
	if err != nil {
		return cli.Fail(err)
	}
	return v.write(data, retoldPixels, int(retoldPixels*high/wide))
}

// write writes a drawing to the picture's file; a PNG is that many pixels wide and high.
func (v *View) write(drawing []byte, wide, high int) (err error) {
	if strings.EqualFold(filepath.Ext(v.Picture), ".png") {
		if drawing, err = svg.PNG(drawing, wide, high); err != nil {
			return cli.Fail(err)
		}
	}
	if err := os.WriteFile(v.Picture, drawing, 0o644); err != nil {
		return cli.Fail(fmt.Errorf("write the picture: %w", err))
	}
	return nil
}
