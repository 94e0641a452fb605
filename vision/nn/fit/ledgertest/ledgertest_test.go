package ledgertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheLastLineOfANetworkHasItsScore(t *testing.T) {
	ledger := filepath.Join(t.TempDir(), "RUNS.md")
	const line = "| some/a.bin | aaa | chance | - | go run ./some | 90 s | all | - | - | new |\n"
	if err := os.WriteFile(ledger, []byte("# Trainings\n"+line+line), 0o644); err != nil {
		t.Fatal(err)
	}
	if check(ledger, "some/a.bin", 0.9, false) == nil {
		t.Error("a score that nobody measured is right")
	}
	if err := check(ledger, "some/a.bin", 0.9, true); err != nil {
		t.Fatal(err)
	}
	for score, same := range map[float64]bool{0.9: true, 0.905: true, 0.88: false, 0.93: false} {
		if err := check(ledger, "some/a.bin", score, false); (err == nil) != same {
			t.Errorf("a score of %v where the ledger has 0.9: %v", score, err)
		}
	}
	if check(ledger, "some/c.bin", 0.9, true) == nil {
		t.Error("a network without a line has a score")
	}
	text, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	if want := "# Trainings\n" + line + strings.Replace(line, "| - | - | new", "| 0.9000 | - | new", 1); string(text) != want {
		t.Errorf("the ledger is\n%s", text)
	}
}
