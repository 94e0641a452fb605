package main

import (
	"github.com/spf13/cobra"
)

func newGames() *cobra.Command {
	c := &cobra.Command{
		Use:   "games",
		Short: "List, export, import and repair the games that were kept",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newGamesList(), newGamesExport(), newGamesImport(), newGamesRepair())
	return c
}
