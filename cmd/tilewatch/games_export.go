package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/replay"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
)

func newGamesExport() *cobra.Command {
	d, v := &store.Archive{}, &replay.View{Turn: replay.EveryTurn}
	c := &cobra.Command{
		Use:   "export [flags] [GAME...]",
		Short: "Write saved games to standard output",
		Long: `Writes all games, or the named ones, as NDJSON: a header line, a line per event, an end line. The same game always gives the same
bytes. GAME is a name from "tilewatch games list", its beginning, or "last". Other formats are for reading and for spreadsheets; only
NDJSON can be imported.`,
		Example: `  tilewatch games export > games.ndjson
  tilewatch games export last > game.ndjson
  tilewatch games export --as csv last > game.csv`,
		RunE: func(c *cobra.Command, args []string) error { return exportGames(c, d, v, args) },
	}
	d.Register(c)
	v.RegisterForm(c)
	return c
}

func exportGames(c *cobra.Command, d *store.Archive, v *replay.View, names []string) (err error) {
	if err := v.Check(); err != nil {
		return err
	}
	j, there, err := d.Look(c.Context(), cli.Noting(c))
	if err != nil {
		return cli.Fail(err)
	}
	if !there {
		_, err := store.Chosen(nil, names)
		return err
	}
	defer func() { err = cli.Closing(j, err) }()
	games, err := j.Games(c.Context())
	if err != nil {
		return cli.Fail(err)
	}
	if games, err = store.Chosen(games, names); err != nil {
		return err
	}
	if v.Form != "" && len(games) != 1 {
		return errors.New("--as writes one game: name it")
	}
	err = lacking(c, j)
	for _, info := range games {
		g, damaged := info.Load(c.Context(), j)
		if damaged != nil {
			// What is good of it must be repaired first: a file that looks whole would hide the loss.
			fmt.Fprintln(c.ErrOrStderr(), "tilewatch:", damaged)
			err = cli.ErrFailed
			continue
		}
		if failed := exportGame(c, v, g); failed != nil {
			return failed
		}
	}
	return err
}

// exportGame writes the game as its events, or in the chosen form.
func exportGame(c *cobra.Command, v *replay.View, g journal.Game) error {
	if v.Form != "" {
		return showGame(c, v, g)
	}
	if err := journal.Write(c.OutOrStdout(), g); err != nil {
		return cli.Fail(err)
	}
	return nil
}
