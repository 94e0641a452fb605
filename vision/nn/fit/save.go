package fit

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tilewatch/vision/nn"
)

// Save writes NAME.bin, a network's file, NAME.md beside it, its provenance for people, and a line of the ledger. file ends with ".bin".
func Save(file string, n *nn.Net, e nn.Encoding) error {
	var b bytes.Buffer
	if err := n.Write(&b, e); err != nil {
		return err
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(strings.TrimSuffix(file, ".bin")+".md", []byte(Page(filepath.Base(file), n)), 0o644); err != nil {
		return err
	}
	return Run{
		Network: filepath.ToSlash(file), Provenance: n.Provenance, Took: time.Since(began), Change: os.Getenv("CHANGE"),
	}.Append(Ledger)
}

// began is when the training did.
var began = time.Now()

// Page is a network's provenance for people.
func Page(name string, n *nn.Net) string {
	p := n.Provenance
	return fmt.Sprintf("# %s\n\n- Shape: inputs %d, hidden units %d (%v), outputs %d\n- Data: %s\n- Command: %s\n- Commit: %s\n- Score: %s\n",
		name, n.Inputs, n.Hidden, n.Activation, n.Outputs, p.Data, p.Command, p.Commit, p.Score)
}

// Command is how a package's command was called, for a provenance.
func Command(pkg string) string {
	return strings.Join(append([]string{"go run " + pkg}, os.Args[1:]...), " ")
}

// Commit is the commit that is checked out, for a provenance.
func Commit() string {
	commit, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return nn.NotRecorded
	}
	return strings.TrimSpace(string(commit))
}
