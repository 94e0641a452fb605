package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/replay"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
	"tilewatch/engine/journal/record"
)

func newReplay() *cobra.Command {
	archive, view := &store.Archive{}, &replay.View{}
	c := &cobra.Command{
		Use:   "replay [flags] GAME",
		Short: "Show a game that was kept once more, turn by turn",
		Long: `GAME is a name as "tilewatch games list" prints it, its beginning, "last", or a file that "tilewatch games export" wrote ("-":
standard input). Turns are shown as they stand: corrected, and without what was undone; --events shows everything as it was
recorded, with what each correction changed.

Every stack is its letter (small for a blank), the first letter of its top tile's color, and its height; a star marks the tiles
laid in the turn. In a terminal the colors are shown too, unless NO_COLOR is set.

Games of SNAG, DABBLE and TABIT are shown step by step: what was done, and how everybody stands. --turn is a step there.`,
		Args: oneGame,
		RunE: func(c *cobra.Command, args []string) error { return replayGame(c, archive, view, args[0]) },
	}
	archive.Register(c)
	c.Flags().SetInterspersed(false)
	view.Register(c)
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

// showGame shows a kept game by its history, or by its rules and its page.
func showGame(c *cobra.Command, view *replay.View, g journal.Game) error {
	if which, err := games.Find(g.Kind); err == nil && which.History == nil {
		told, err := which.Retold(g)
		if err != nil {
			return cli.Fail(fmt.Errorf("game %q: %w", g.Game, err))
		}
		return view.ShowRetold(c.InOrStdin(), c.OutOrStdout(), fmt.Sprintf("%s (%s)", g.Title, g.Game), told)
	}
	stored, err := record.Read(g)
	if err != nil {
		return cli.Fail(err)
	}
	return view.Show(c.InOrStdin(), c.OutOrStdout(), stored)
}

func replayGame(c *cobra.Command, archive *store.Archive, view *replay.View, name string) error {
	if err := view.Check(); err != nil {
		return err
	}
	g, damaged, err := archive.Game(c.Context(), name, c.InOrStdin(), cli.Noting(c))
	if err != nil {
		return err
	}
	if err := showGame(c, view, g); err != nil {
		return err
	}
	if damaged != nil {
		return cli.Fail(damaged)
	}
	return nil
}
