package fit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"tilewatch/vision/nn"
)

// Ledger is the table of all trainings, from the top of the repository. Its columns are those of Run, what the network scores on the small set of its
// trainer's tests, what the reader gained from it, and whether it was kept. The tests fill in the score; people do the rest.
const Ledger = "vision/train/RUNS.md"

// Run is a training.
type Run struct {
	Network string // its file
	nn.Provenance
	Change string // the one change under test
	Took   time.Duration
}

// Append adds the training to a ledger, if there is one: a test's training has none.
func (r Run) Append(ledger string) error {
	f, err := os.OpenFile(ledger, os.O_APPEND|os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "| %s | %s | %s | %s | %s | %.0f s | %s | - | - | new |\n",
		r.Network, r.Commit, r.Data, cmp.Or(r.Change, "-"), r.Command, r.Took.Seconds(), r.Score)
	return errors.Join(err, f.Close())
}
