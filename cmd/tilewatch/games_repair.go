package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal/sqlite"
)

func newGamesRepair() *cobra.Command {
	d := &store.Data{}
	c := &cobra.Command{
		Use:   "repair [flags]",
		Short: "Check saved games and repair damaged ones",
		Long: `Keeps the good events of a damaged game and moves the others aside. A damaged file is read page by page; what is missing comes from
the copies that a server makes after each game, also where the file itself is gone. The damaged file stays. Exit status 1: nothing could be
saved.`,
		Example: `  tilewatch games repair`,
		Args:    cli.NoInputs,
		RunE:    func(c *cobra.Command, _ []string) error { return repairGames(c, d) },
	}
	d.Register(c)
	return c
}

func repairGames(c *cobra.Command, d *store.Data) error {
	say := func(text string) { fmt.Fprintln(c.OutOrStdout(), text) }
	if _, err := os.Stat(d.File()); errors.Is(err, os.ErrNotExist) && sqlite.Missing(c.Context(), d.File()) == nil {
		say("no saved games")
		return nil
	}
	repaired := 0
	nothing, err := d.Repair(c.Context(), func(text string) { say(text); repaired++ })
	if err != nil {
		return cli.Fail(err)
	}
	if nothing {
		return cli.Fail(errors.New("nothing could be saved: restore a backup with \"tilewatch restore FILE\""))
	}
	if repaired == 0 {
		say("All games are good.")
	}
	return nil
}
