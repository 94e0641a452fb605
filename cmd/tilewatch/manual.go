package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/version"
)

// newManual is "tilewatch manual", which packages are made with. SOURCE_DATE_EPOCH is the date on its pages.
func newManual() *cobra.Command {
	return &cobra.Command{
		Use: "manual FOLDER", Short: "Write a man page for each command", Hidden: true,
		Args: cli.OneInput("folder"),
		RunE: func(c *cobra.Command, args []string) error {
			header := doc.GenManHeader{Section: "1", Source: "Tilewatch " + version.Number, Manual: "Tilewatch"}
			c.Root().DisableAutoGenTag = true // the date of the day, on every page
			if err := doc.GenManTreeFromOpts(c.Root(), doc.GenManTreeOptions{Header: &header, Path: args[0], CommandSeparator: "-"}); err != nil {
				return cli.Fail(fmt.Errorf("man pages in %q: %w", args[0], err))
			}
			return nil
		},
	}
}
