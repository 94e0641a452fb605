package replay

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/term"
	"tilewatch/web/retold"
	"tilewatch/web/svg"
	"tilewatch/web/text"
)

// Game is a kept game as the command shows it.
type Game struct {
	Title   string // in its notation
	Heading string // above the first step
	Unit    string // what --turn counts, in the plural
	// Steps are the game's as it stands, or every event as it was recorded. An error ends them.
	Steps func(recorded bool) iter.Seq2[Step, error]
	// Board draws the board after the turn, or with EveryTurn at the end.
	Board func(turn int) (Drawing, error)
	// Whole is the game for its other forms.
	Whole func() (retold.Kept, error)
}

// Step is one event with the rules' answer to it.
type Step struct {
	Turn int // what --turn chooses
	JSON any
	Text func(term.Painter) string
}

// Drawing is a picture of a board. As PNG it is so many pixels wide and high.
type Drawing struct {
	SVG        []byte
	Wide, High int
}

// NoTurn says that the game has no such turn.
func NoTurn(turn int, unit string, last int) error {
	return fmt.Errorf("--turn %d: the game has the %s 0 to %d", turn, unit, last)
}

// EveryTurn is View.Turn where no single turn is chosen.
const EveryTurn = -1

// Other forms of a game than the turns in text: View.Form.
const (
	asTable    = "csv"
	asNotation = "notation"
)

// View says what to show of a kept game, and how.
type View struct {
	Turn     int    // the only turn to show, or EveryTurn
	Recorded bool   // show every event as it was recorded, also what was corrected or undone later
	JSON     bool   // a JSON object for each event
	Wait     bool   // in a terminal, wait for Enter after each step
	Picture  string // the file for a picture of the board, or ""
	Form     string // another form of the whole game, or ""
}

// Register adds the view's flags to a command.
func (v *View) Register(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&v.Turn, "turn", EveryTurn, "only turn `N`; 0 is the board before the first turn")
	f.BoolVar(&v.JSON, "json", false, "print JSON, one object an event")
	f.BoolVar(&v.Recorded, "events", false, "all recorded events, also corrected and undone ones")
	f.StringVar(&v.Picture, "picture", "", "write the board to `FILE` (.png or .svg), after --turn or at the end")
	v.RegisterForm(c)
	f.BoolVar(&v.Wait, "step", false, "in a terminal, wait for Enter after each turn")
}

// RegisterForm adds the flag for other forms of the whole game.
func (v *View) RegisterForm(c *cobra.Command) {
	c.Flags().StringVar(&v.Form, "as", "", "print the whole game as `FORMAT`: csv (one row a turn) or notation (like chess)")
}

// Check refuses flags that do not go together.
func (v *View) Check() error {
	ext := strings.ToLower(filepath.Ext(v.Picture))
	switch {
	case v.Recorded && v.Turn != EveryTurn:
		return errors.New("use --turn or --events, not both")
	case v.Picture != "" && ext != ".png" && ext != ".svg":
		return fmt.Errorf("--picture %q: end the name in .png or .svg", v.Picture)
	case v.Form != "" && v.Form != asTable && v.Form != asNotation:
		return fmt.Errorf("--as %q: use csv or notation", v.Form)
	case v.Form != "" && (v.Recorded || v.JSON || v.Turn != EveryTurn || v.Picture != ""):
		return fmt.Errorf("--as %s writes the whole game: leave out --turn, --events, --json and --picture", v.Form)
	case v.Picture != "" && v.Recorded:
		return fmt.Errorf("use --picture or --events, not both")
	}
	return nil
}

// Show shows the game. A person at a terminal answers at in.
func (v *View) Show(in io.Reader, out io.Writer, g Game) error {
	switch {
	case v.Picture != "":
		return v.draw(g)
	case v.Form != "":
		return v.writeAs(out, g)
	}
	show := v.printer(in, out, g.Heading)
	for s, err := range v.steps(g) {
		if err != nil {
			return err
		}
		more, err := show(s)
		if err != nil {
			return cli.Fail(err)
		}
		if !more {
			break
		}
	}
	return nil
}

// steps are what the command shows. An error of them ends the command.
func (v *View) steps(g Game) iter.Seq2[Step, error] {
	all := g.Steps(v.Recorded)
	if v.Turn == EveryTurn {
		return all
	}
	return func(yield func(Step, error) bool) {
		var found *Step // the turn as it ended
		last := 0
		for s, err := range all {
			if err != nil {
				yield(s, err)
				return
			}
			if last = s.Turn; last == v.Turn {
				found = &s
			}
		}
		if found == nil {
			yield(Step{}, NoTurn(v.Turn, g.Unit, last))
			return
		}
		yield(*found, nil)
	}
}

// writeAs writes the whole game in the form that was asked for.
func (v *View) writeAs(to io.Writer, g Game) error {
	told, err := g.Whole()
	if err == nil && v.Form == asTable {
		err = told.CSV(to, text.For(text.Default))
	} else if err == nil {
		err = told.Notation(to, g.Title, text.For(text.Default))
	}
	if err != nil {
		return cli.Fail(err)
	}
	return nil
}

// draw writes the picture of the board after the chosen turn, or after the last.
func (v *View) draw(g Game) error {
	d, err := g.Board(v.Turn)
	if err != nil {
		return err
	}
	if strings.EqualFold(filepath.Ext(v.Picture), ".png") {
		if d.SVG, err = svg.PNG(d.SVG, d.Wide, d.High); err != nil {
			return cli.Fail(err)
		}
	}
	if err := os.WriteFile(v.Picture, d.SVG, 0o644); err != nil {
		return cli.Fail(fmt.Errorf("write the picture: %w", err))
	}
	return nil
}
