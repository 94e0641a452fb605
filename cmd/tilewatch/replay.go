package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit"
)

// replay is "tilewatch replay": a kept game once more, turn by turn.
type replay struct {
	data
	turn           int
	json, raw, ask bool
}

// everyTurn is --turn's value when one is not chosen.
const everyTurn = -1

func newReplay() *cobra.Command {
	r := &replay{}
	c := &cobra.Command{
		Use:   "replay [flags] GAME",
		Short: "Show a game that was kept once more, turn by turn",
		Long: `GAME is a name as "tilewatch games list" prints it, its beginning, "last", or a file that "tilewatch games export" wrote ("-":
standard input). Turns are shown as they stand: corrected, and without what was undone; --events shows everything as it was
recorded, with what each correction changed.

Every stack is its letter (small for a blank), the first letter of its top tile's color, and its height; a star marks the tiles
laid in the turn. In a terminal the colors are shown too, unless NO_COLOR is set.`,
		Args: oneGame,
		RunE: r.run,
	}
	r.register(c)
	f := c.Flags()
	f.SetInterspersed(false)
	f.IntVar(&r.turn, "turn", everyTurn, "only this turn; 0 is the board before the first")
	f.BoolVar(&r.json, "json", false, "print JSON, one object an event")
	f.BoolVar(&r.raw, "events", false, "everything that was recorded, also what was corrected or undone later")
	f.BoolVar(&r.ask, "step", false, "in a terminal, wait for Enter after each")
	return c
}

func oneGame(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New(`no game given: name one of "tilewatch games list", or "last", or a file`)
	}
	if err := someInputs("game")(c, args); err != nil {
		return err
	}
	if len(args) > 1 {
		return fmt.Errorf("%d games given: replay one at a time", len(args))
	}
	return nil
}

func (r *replay) run(c *cobra.Command, args []string) error {
	if r.raw && r.turn != everyTurn {
		return errors.New("--turn and --events exclude each other: a turn is shown as it stands")
	}
	g, damaged, err := r.find(c, args[0])
	if err != nil {
		return err
	}
	stored, err := record.Read(g)
	if err != nil {
		return failure{err}
	}
	steps, err := r.steps(stored)
	if err != nil {
		return err
	}
	show := r.shower(c, stored)
	for _, s := range steps {
		more, err := show(s)
		if err != nil {
			return failure{err}
		}
		if !more {
			break
		}
	}
	if damaged != nil {
		return failure{damaged}
	}
	return nil
}

// find is the game that the argument names. Of a damaged one there is what comes before the damage.
func (r *replay) find(c *cobra.Command, name string) (g journal.Game, damaged, err error) {
	if name == "-" {
		return fromFile(c.InOrStdin(), name)
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		file, err := os.Open(name)
		if err != nil {
			return g, nil, failure{err}
		}
		defer file.Close() // it was only read
		return fromFile(file, name)
	}
	j, there, err := r.look(c.Context())
	if err != nil {
		return g, nil, failure{err}
	}
	if !there {
		_, err := find(nil, name)
		return g, nil, err
	}
	defer func() { err = closing(j, err) }()
	games, err := j.Games(c.Context())
	if err != nil {
		return g, nil, failure{err}
	}
	info, err := find(games, name)
	if err != nil {
		return g, nil, err
	}
	return partly(journal.Load(c.Context(), j, info.Game))
}

func fromFile(in io.Reader, name string) (journal.Game, error, error) {
	games := journal.NewReader(in)
	games.Judge = new(record.Judge).Take
	g, err := games.Next()
	if errors.Is(err, io.EOF) {
		err = errors.New("there is no game in it")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return partly(g, err)
}

// partly lets a damaged game pass as far as it is good.
func partly(g journal.Game, err error) (journal.Game, error, error) {
	var damage *journal.Damage
	if errors.As(err, &damage) && len(g.Events) > 0 {
		return g, err, nil
	}
	if err != nil {
		return g, nil, failure{err}
	}
	return g, nil, nil
}

// step is one event and what it brought.
type step struct {
	Seq    uint64       `json:"seq,omitempty"`  // of what was recorded; not of a turn as it stands
	Time   string       `json:"time,omitempty"` // the same
	Turn   int          `json:"turn"`           // turns taken after it
	Event  nabit.Event  `json:"event"`
	Answer nabit.Answer `json:"answer"`

	last *nabit.Turn // the turn that it made or changed
}

// steps are what is to be shown.
func (r *replay) steps(s *record.Stored) ([]step, error) {
	if r.raw {
		return recorded(s)
	}
	whole, err := nabit.Replay(nil, s.Events)
	if err != nil {
		return nil, failure{fmt.Errorf("game %q: %w", s.Game, err)}
	}
	var steps []step
	game := nabit.New(record.AnyWord{})
	for _, e := range whole.Standing() {
		if a := game.Apply(e); a.OK {
			steps = append(steps, stepOf(game, e, a))
		}
	}
	if r.turn == everyTurn {
		return steps, nil
	}
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Turn == r.turn {
			return steps[i : i+1], nil
		}
	}
	return nil, fmt.Errorf("--turn %d: the game has the turns 0 to %d", r.turn, steps[len(steps)-1].Turn)
}

func stepOf(game *nabit.Game, e nabit.Event, a nabit.Answer) step {
	return step{Turn: a.Turn, Event: e, Answer: a, last: game.State().Last}
}

// recorded are all events in the order in which they were kept.
func recorded(s *record.Stored) ([]step, error) {
	var steps []step
	game := nabit.New(record.AnyWord{})
	for i, e := range s.Events {
		a := game.Apply(e)
		if !a.OK {
			return nil, failure{fmt.Errorf("game %q, event %d: %s", s.Game, i+1, a.Violations[0].Message())}
		}
		next := stepOf(game, e, a)
		next.Seq, next.Time = s.Journaled[i].Seq, s.Journaled[i].Time.Format(timeLayout)
		steps = append(steps, next)
	}
	return steps, nil
}

// shower shows steps one by one; more tells whether to go on.
func (r *replay) shower(c *cobra.Command, s *record.Stored) func(step) (more bool, err error) {
	out := c.OutOrStdout()
	if r.json {
		lines := json.NewEncoder(out)
		return func(s step) (bool, error) { return true, lines.Encode(s) }
	}
	p := painter{color: colorful(out)}
	wait := r.ask && isTerminal(out) && isTerminal(c.InOrStdin())
	enter, first := bufio.NewReader(c.InOrStdin()), true
	return func(next step) (bool, error) {
		text := p.step(next)
		if first {
			text = p.title(s) + text
			first = false
		}
		if _, err := io.WriteString(out, text); err != nil || !wait {
			return true, err
		}
		if _, err := io.WriteString(out, "Enter: next, q: end "); err != nil {
			return false, err
		}
		answer, err := enter.ReadString('\n')
		if err != nil { // the input is closed: nobody is there any more
			return false, nil
		}
		return strings.TrimSpace(answer) != "q", nil
	}
}

// isTerminal tells whether a person sits at the other end.
func isTerminal(of any) bool {
	file, ok := of.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colorful tells whether colors may be shown; see no-color.org.
func colorful(out io.Writer) bool {
	return isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
