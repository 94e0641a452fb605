// Package calibrating has the commands that measure a camera, a table and tiles.
package calibrating

import (
	"github.com/spf13/cobra"

	"tilewatch/cmd/internal/cli"
)

// New is "tilewatch calibrate".
func New() *cobra.Command {
	c := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure the camera, the table and the tiles",
		Long: `1. Print the chessboard ("tilewatch calibrate pattern"), or show it on a tablet (/calibrate on the server).
2. Calibrate the camera with about ten pictures of the board at different angles.
3. Calibrate the table, and the tiles next to the board.

With --source, Tilewatch watches the camera and says what to show next. Results are saved under the camera's name, and "serve" and
"watch" use them automatically. The server's page /calibrate does the same with a live picture.`,
		Args: cli.NoCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newCamera(), newTable(), newTiles(), newCards(), newPattern(), newList())
	return c
}
