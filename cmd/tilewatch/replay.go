package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/replay"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal/record"
)

func newReplay() *cobra.Command {
	games, view := &store.Archive{}, &replay.View{}
	c := &cobra.Command{
		Use:   "replay [flags] GAME",
		Short: "Show a game that was kept once more, turn by turn",
		Long: `GAME is a name as "tilewatch games list" prints it, its beginning, "last", or a file that "tilewatch games export" wrote ("-":
standard input). Turns are shown as they stand: corrected, and without what was undone; --events shows everything as it was
recorded, with what each correction changed.

Every stack is its letter (small for a blank), the first letter of its top tile's color, and its height; a star marks the tiles
laid in the turn. In a terminal the colors are shown too, unless NO_COLOR is set.`,
		Args: oneGame,
		RunE: func(c *cobra.Command, args []string) error { return replayGame(c, games, view, args[0]) },
	}
	games.Register(c)
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

func replayGame(c *cobra.Command, games *store.Archive, view *replay.View, name string) error {
	if err := view.Check(); err != nil {
		return err
	}
	g, damaged, err := games.Game(c.Context(), name, c.InOrStdin(), cli.Noting(c))
	if err != nil {
		return err
	}
	stored, err := record.Read(g)
	if err != nil {
		return cli.Fail(err)
	}
	if err := view.Show(c.InOrStdin(), c.OutOrStdout(), stored); err != nil {
		return err
	}
	if damaged != nil {
		return cli.Fail(damaged)
	}
	return nil
}
