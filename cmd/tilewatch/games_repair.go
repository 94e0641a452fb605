package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/store"
)

func newGamesRepair() *cobra.Command {
	d := &store.Data{}
	c := &cobra.Command{
		Use:   "repair [flags]",
		Short: "Check all games; of damaged ones keep the good events and put the rest aside",
		Long: `A file that is damaged itself is read page by page: every game counts as far as its events are there, and what is missing is taken from
the copies that a server makes beside the file after each game. The damaged file is kept. Status 1: nothing could be saved.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return repairGames(c, d) },
	}
	d.Register(c)
	return c
}

func repairGames(c *cobra.Command, d *store.Data) error {
	say := func(text string) { fmt.Fprintln(c.OutOrStdout(), text) }
	if _, err := os.Stat(d.File()); errors.Is(err, os.ErrNotExist) {
		say("there are no games")
		return nil
	}
	repaired := 0
	nothing, err := d.Repair(c.Context(), func(text string) { say(text); repaired++ })
	if err != nil {
		return cli.Fail(err)
	}
	if nothing {
		return cli.Fail(errors.New("nothing could be saved: put a backup back with \"tilewatch restore\""))
	}
	if repaired == 0 {
		say("all games are good")
	}
	return nil
}
