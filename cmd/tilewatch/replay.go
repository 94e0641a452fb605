package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
	"tilewatch/engine/nabit"
)

// replay is "tilewatch replay": a kept game once more, turn by turn.
type replay struct {
	store.Archive
	turn           int
	json, raw, ask bool
	picture        string // file for the board's picture, or ""
	form           string // another form of the whole game, or ""
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
	r.Register(c)
	f := c.Flags()
	f.SetInterspersed(false)
	f.IntVar(&r.turn, "turn", everyTurn, "only this turn; 0 is the board before the first")
	f.BoolVar(&r.json, "json", false, "print JSON, one object an event")
	f.BoolVar(&r.raw, "events", false, "everything that was recorded, also what was corrected or undone later")
	f.StringVar(&r.picture, "picture", "", "write the board to this file instead (.png or .svg), after --turn or at the end")
	f.StringVar(&r.form, "as", "", "print the whole game as csv (a table, a line a turn) or as notation (as chess players write games down)")
	f.BoolVar(&r.ask, "step", false, "in a terminal, wait for Enter after each")
	return c
}

func oneGame(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New(`no game given: name one of "tilewatch games list", or "last", or a file`)
	}
	if err := cli.SomeInputs("game")(c, args); err != nil {
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
	if err := r.checkFiles(); err != nil {
		return err
	}
	g, damaged, err := r.find(c, args[0])
	if err != nil {
		return err
	}
	stored, err := record.Read(g)
	if err != nil {
		return cli.Fail(err)
	}
	if err := r.show(c, stored); err != nil {
		return err
	}
	if damaged != nil {
		return cli.Fail(damaged)
	}
	return nil
}

// show shows the game in the form that was asked for.
func (r *replay) show(c *cobra.Command, stored *record.Stored) error {
	switch {
	case r.picture != "":
		return r.draw(stored)
	case r.form != "":
		return r.writeAs(c.OutOrStdout(), stored)
	}
	show := r.shower(c, stored)
	for s, err := range r.steps(stored) {
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

// find is the game that the argument names. Of a damaged one there is what comes before the damage.
func (r *replay) find(c *cobra.Command, name string) (g journal.Game, damaged, err error) {
	if name == "-" {
		return fromFile(c, c.InOrStdin(), name)
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		file, err := os.Open(name)
		if err != nil {
			return g, nil, cli.Fail(err)
		}
		defer file.Close() // it was only read
		return fromFile(c, file, name)
	}
	j, there, err := r.Look(c.Context())
	if err != nil {
		return g, nil, cli.Fail(err)
	}
	if !there {
		_, err := store.Find(nil, name)
		return g, nil, err
	}
	defer func() { err = cli.Closing(j, err) }()
	games, err := j.Games(c.Context())
	if err != nil {
		return g, nil, cli.Fail(err)
	}
	info, err := store.Find(games, name)
	if err != nil {
		return g, nil, err
	}
	return partly(info.Load(c.Context(), j))
}

// fromFile is the file's first game.
func fromFile(c *cobra.Command, in io.Reader, name string) (g journal.Game, damaged, err error) {
	games := journal.NewReader(in)
	games.Judge = new(record.Judge).Take
	g, err = games.Next()
	if errors.Is(err, io.EOF) {
		err = errors.New("there is no game in it")
	}
	if err != nil {
		return partly(g, fmt.Errorf("%s: %w", name, err))
	}
	if _, err := games.Next(); !errors.Is(err, io.EOF) {
		cli.Noting(c)(name + " holds more than this game: import it to replay the others")
	}
	return g, nil, nil
}

// partly lets a damaged game pass as far as it is good.
func partly(g journal.Game, err error) (journal.Game, error, error) {
	var damage *journal.Damage
	if errors.As(err, &damage) && len(g.Events) > 0 {
		return g, err, nil
	}
	if err != nil {
		return g, nil, cli.Fail(err)
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

	laid []nabit.Placement // of the turn, while it is the last
}

// steps are what the command shows. An error of them ends the command.
func (r *replay) steps(s *record.Stored) iter.Seq2[step, error] {
	if r.raw {
		return recorded(s)
	}
	return func(yield func(step, error) bool) {
		whole, err := nabit.Replay(nil, s.Events)
		if err != nil {
			yield(step{}, cli.Fail(fmt.Errorf("game %q: %w", s.Game, err)))
			return
		}
		steps := standing(whole)
		if r.turn != everyTurn {
			steps = r.chosen(steps)
		}
		for s, err := range steps {
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// standing are the events that stand, played again.
func standing(whole *nabit.Game) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		game, last := nabit.New(record.AnyWord{}), step{}
		for _, e := range whole.Standing() {
			a := game.Apply(e)
			if !a.OK {
				continue // a correction took its ground
			}
			if last = last.then(e, a); !yield(last, nil) {
				return
			}
		}
	}
}

// then is the step that the event makes after this one.
func (s step) then(e nabit.Event, a nabit.Answer) step {
	next := step{Turn: a.Turn, Event: e, Answer: a}
	switch {
	case e.Type == nabit.Played || e.Type == nabit.Corrected:
		next.laid = e.Placements
	case a.Turn == s.Turn: // still the same turn: a banked tile, a challenge
		next.laid = s.laid
	}
	return next
}

// chosen is the chosen turn as it ended.
func (r *replay) chosen(steps iter.Seq2[step, error]) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		var found *step
		last := 0
		for s := range steps {
			if last = s.Turn; last == r.turn {
				found = &s
			}
		}
		if found == nil {
			yield(step{}, fmt.Errorf("--turn %d: the game has the turns 0 to %d", r.turn, last))
			return
		}
		yield(*found, nil)
	}
}

// recorded are all events in the order in which they were kept.
func recorded(s *record.Stored) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		game, last := nabit.New(record.AnyWord{}), step{}
		for i, e := range s.Events {
			a := game.Apply(e)
			if !a.OK {
				yield(step{}, cli.Fail(fmt.Errorf("game %q, event %d: %s", s.Game, i+1, a.Violations[0].Message())))
				return
			}
			last = last.then(e, a)
			last.Seq, last.Time = s.Journaled[i].Seq, s.Journaled[i].Time.Format(cli.TimeLayout)
			if !yield(last, nil) {
				return
			}
		}
	}
}

// shower shows steps one by one; more says whether to go on.
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
		return goOn(enter, out)
	}
}

// goOn waits for a person to press Enter; false if there is nobody any more, or the person has seen enough.
func goOn(in *bufio.Reader, out io.Writer) (bool, error) {
	if _, err := io.WriteString(out, "Enter: next, q: end "); err != nil {
		return false, err
	}
	answer, err := in.ReadString('\n')
	return err == nil && strings.TrimSpace(answer) != "q", nil
}

// isTerminal says whether a person sits at the other end.
func isTerminal(of any) bool {
	file, ok := of.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colorful says whether colors may be shown; see no-color.org.
func colorful(out io.Writer) bool {
	return isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
