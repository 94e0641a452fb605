package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
)

func newGamesExport() *cobra.Command {
	d := &store.Archive{}
	c := &cobra.Command{
		Use:   "export [flags] [GAME...]",
		Short: "Write saved games to standard output",
		Long: `Writes all games, or the named ones, as NDJSON: a header line, a line per event, an end line. The same game always gives the same
bytes. GAME is a name from "tilewatch games list", its beginning, or "last".`,
		Example: `  tilewatch games export > games.ndjson
  tilewatch games export last > game.ndjson`,
		RunE: func(c *cobra.Command, args []string) error { return exportGames(c, d, args) },
	}
	d.Register(c)
	return c
}

func exportGames(c *cobra.Command, d *store.Archive, names []string) (err error) {
	j, there, err := d.Look(c.Context())
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
	for _, info := range games {
		g, damaged := info.Load(c.Context(), j)
		if damaged != nil {
			// What is good of it must be repaired first: a file that looks whole would hide the loss.
			fmt.Fprintln(c.ErrOrStderr(), "tilewatch:", damaged)
			err = cli.ErrFailed
			continue
		}
		if failed := journal.Write(c.OutOrStdout(), g); failed != nil {
			return cli.Fail(failed)
		}
	}
	return err
}
