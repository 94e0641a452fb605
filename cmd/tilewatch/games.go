package main

import (
	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
)

func newGames() *cobra.Command {
	c := &cobra.Command{
		Use:   "games",
		Short: "List, export, import and repair saved games",
		Args:  cli.NoCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newGamesList(), newGamesExport(), newGamesImport(), newGamesRepair())
	return c
}
