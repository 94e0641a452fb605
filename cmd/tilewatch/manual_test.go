package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestTheManualHasAPageForEachCommand(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("SOURCE_DATE_EPOCH", "1764201600") // in November 2025
	if out, diagnostics, status := inside(t, "manual", folder); status != exitDone || out+diagnostics != "" {
		t.Fatalf("status %d, out %q, diagnostics %q", status, out, diagnostics)
	}
	pages := 0
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		if c.Hidden {
			return
		}
		pages++
		name := filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), c.Short) || !strings.Contains(string(text), "Nov 2025") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		for _, sub := range c.Commands() {
			each(sub)
		}
	}
	each(newRoot())
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != pages || pages < 16 {
		t.Errorf("%d pages for %d commands, %v", len(files), pages, err)
	}
}

func TestAManualThatCannotBeWrittenIsAFailure(t *testing.T) {
	if _, diagnostics, status := inside(t, "manual", filepath.Join(t.TempDir(), "nowhere")); status != exitFailed || !strings.Contains(diagnostics, "man pages in") {
		t.Errorf("status %d, diagnostics %q", status, diagnostics)
	}
}
