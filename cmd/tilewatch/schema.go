package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
	"tilewatch/web/schemas"
)

func newSchema() *cobra.Command {
	names := strings.Join(schemas.Names(), ", ")
	return &cobra.Command{
		Use:   "schema NAME",
		Short: "Print the JSON Schema of a command's output",
		Long:  "NAME is the command whose lines the schema describes: " + names + ". A server publishes the same at /schemas/NAME.json.",
		Example: `  tilewatch schema score
  tilewatch schema engine > engine.schema.json`,
		Args: cli.OneInput("name"), ValidArgs: schemas.Names(),
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(schemas.Names(), args[0]) {
				return fmt.Errorf("no schema %q: use %s", args[0], names)
			}
			if _, err := c.OutOrStdout().Write(schemas.Read(args[0])); err != nil {
				return cli.Fail(err)
			}
			return nil
		},
	}
}
