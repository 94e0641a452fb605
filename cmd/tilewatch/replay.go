package main

import (
	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/games"
	"tilewatch/cmd/internal/replay"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
)

func newReplay() *cobra.Command {
	archive, view := &store.Archive{}, &replay.View{}
	c := &cobra.Command{
		Use:   "replay [flags] GAME",
		Short: "Replay a saved game turn by turn",
		Long: `GAME is a name from "tilewatch games list", its beginning, "last", or an exported file ("-": standard input). Shows the turns as they
count: with corrections, without undone turns. --events shows every recorded event and what each correction changed.

A stack is its letter (lower case: a blank), the owner's initial, and its height; a star marks the tiles of the turn. A terminal also
shows colors, unless NO_COLOR is set.

Games of SNAG, DABBLE and TABIT are shown step by step: what was done, and the score. For them, --turn is a step.`,
		Example: `  tilewatch replay last
  tilewatch replay --turn 2 last
  tilewatch replay --picture board.png last`,
		Args: cli.OneGame,
		RunE: func(c *cobra.Command, args []string) error { return replayGame(c, archive, view, args[0]) },
	}
	archive.Register(c)
	view.Register(c)
	return c
}

// showGame shows a kept game. One that nobody knows is shown as the first game, which says that it is another.
func showGame(c *cobra.Command, view *replay.View, g journal.Game) error {
	which, err := games.Find(g.Kind)
	if err != nil {
		if which, err = games.Find(games.Default()); err != nil {
			return err
		}
	}
	shown, err := which.Shown(g)
	if err != nil {
		return err
	}
	return view.Show(c.InOrStdin(), c.OutOrStdout(), shown)
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
