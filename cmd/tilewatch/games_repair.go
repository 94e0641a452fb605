package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine/journal"
)

func newGamesRepair() *cobra.Command {
	d := &store.Data{}
	c := &cobra.Command{
		Use:   "repair [flags]",
		Short: "Check all games; of damaged ones keep the good events and put the rest aside",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return repairGames(c, d) },
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
	report := func(text string) { say(text); repaired++ }
	j, err := d.OpenJournal(c.Context(), report)
	if err != nil {
		return cli.Fail(err)
	}
	if err := errors.Join(repairAll(c.Context(), j, report), j.Close()); err != nil {
		return cli.Fail(err)
	}
	if repaired == 0 {
		say("all games are good")
	}
	return nil
}

func repairAll(ctx context.Context, j *journal.SQLite, report func(string)) error {
	damaged, err := j.Check(ctx)
	if err != nil {
		return err
	}
	for _, damage := range damaged {
		repaired, err := j.Repair(ctx, damage.Game)
		if err != nil {
			return err
		}
		report(repaired.String())
	}
	return nil
}
