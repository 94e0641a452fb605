package calibrating

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tilewatch/calibration/chessboard"
	"tilewatch/cmd/internal/cli"
	"tilewatch/engine/atomicfile"
	"tilewatch/web/calibrate/sheet"
)

func newPattern() *cobra.Command {
	var paper, out, size string
	c := &cobra.Command{
		Use:   "pattern [flags]",
		Short: "Write the chessboard to print, as PDF or SVG",
		Long:  "Print it at 100 % and glue it flat on cardboard. Measure a square and give its side to the other commands with --square.",
		Example: `  tilewatch calibrate pattern
  tilewatch calibrate pattern --paper letter --out board.svg`,
		Args: cli.NoInputs,
		RunE: func(c *cobra.Command, _ []string) error {
			b := chessboard.Standard
			if err := b.ParseSize(size); err != nil {
				return fmt.Errorf("--board: %w", err)
			}
			p, ok := sheet.Papers[strings.ToLower(paper)]
			if !ok {
				return fmt.Errorf("--paper: %q: use a4, a3 or letter", paper)
			}
			drawn := sheet.Fit(b.Columns, b.Rows, p)
			file := drawn.PDF(p)
			if strings.EqualFold(filepath.Ext(out), ".svg") {
				file = []byte(drawn.SVG())
			}
			if err := atomicfile.Write(out, file, 0o644); err != nil {
				return cli.Fail(fmt.Errorf("write %q: %w", out, err))
			}
			_, err := fmt.Fprintf(c.OutOrStdout(), "%s: %s corners, squares of %g mm on %s. Print it at 100 %%.\n", out, size, drawn.SquareMM, paper)
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&paper, "paper", "a4", "`SIZE`: a4, a3 or letter")
	f.StringVar(&size, "board", "9x6", "inner corners of the chessboard, `COLUMNSxROWS`")
	f.StringVar(&out, "out", "board.pdf", "`FILE` to write: .pdf or .svg")
	return c
}
