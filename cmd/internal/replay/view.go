package replay

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/engine/journal"
)

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
func (v *View) Show(in io.Reader, out io.Writer, g journal.Game) error {
	switch {
	case v.Picture != "":
		return v.draw(g)
	case v.Form != "":
		return v.writeAs(out, g)
	}
	show := v.printer(in, out, g)
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
