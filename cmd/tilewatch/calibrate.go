package main

import (
	"github.com/spf13/cobra"
)

func newCalibrate() *cobra.Command {
	c := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure the camera, the table and the tiles, from pictures of a chessboard",
		Long: `First the board: print it ("tilewatch calibrate pattern"), or show it on a tablet (/calibrate on the server's pages).
Then the camera, from ten or so pictures of the board at different angles; then the table, and the tiles beside the board.
With --source the camera is watched and says what it wants to see next; else pictures are given. What was found is kept by the
camera's name and used by serve and watch without being asked for. The server's page /calibrate does the same with a live picture.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newCalibrateCamera(), newCalibrateTable(), newCalibrateTiles(), newCalibrateCards(), newCalibratePattern(), newCalibrateList())
	return c
}
