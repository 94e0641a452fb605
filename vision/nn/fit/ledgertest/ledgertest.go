// Package ledgertest compares networks with the ledger of trainings.
package ledgertest

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tilewatch/vision/nn/fit"
)

// smallSet is the ledger's column of scores on a small set, and sameScore how far they may be off: fonts differ from one system to the next.
const (
	smallSet  = 7
	sameScore = 0.01
)

var update = flag.Bool("update", false, "write the scores to the ledger")

// Check compares what a network scores on a small set with its last line in the ledger of the repository whose top is named. With -update it writes
// the score there.
func Check(t *testing.T, top, network string, score float64) {
	t.Helper()
	if err := check(filepath.Join(top, fit.Ledger), network, score, *update); err != nil {
		t.Error(err)
	}
}

func check(ledger, network string, score float64, update bool) error {
	text, err := os.ReadFile(ledger)
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range slices.Backward(lines) {
		cells := strings.Split(line, " | ")
		if len(cells) <= smallSet || strings.TrimPrefix(cells[0], "| ") != network {
			continue
		}
		if update {
			cells[smallSet] = fmt.Sprintf("%.4f", score)
			lines[i] = strings.Join(cells, " | ")
			return os.WriteFile(ledger, []byte(strings.Join(lines, "\n")), 0o644)
		}
		if was, err := strconv.ParseFloat(cells[smallSet], 64); err != nil || math.Abs(was-score) > sameScore {
			return fmt.Errorf("%s scores %.4f on the small set, and %s says %s: measure it again with -update", network, score, ledger, cells[smallSet])
		}
		return nil
	}
	return fmt.Errorf("%s has no line on %s", ledger, network)
}
