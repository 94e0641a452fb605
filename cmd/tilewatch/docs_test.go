package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

var update = flag.Bool("update", false, "write the manual's command reference anew")

const manualFolder = "../../web/docs"

const referenceIntro = "# Commands\n\nThis is what `tilewatch COMMAND --help` says. Flags may stand before or after inputs. Exit status: 0 done, 1 some inputs failed, 2 the call was wrong.\n"

// TestTheCommandReferenceIsUpToDate holds commands.md to what the commands say of themselves.
func TestTheCommandReferenceIsUpToDate(t *testing.T) {
	t.Parallel()
	want, path := referenceIntro+commandReference(t, newRoot()), filepath.Join(manualFolder, "commands.md")
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("web/docs/commands.md is out of date: go test ./cmd/tilewatch -run TestTheCommandReference -update")
	}
}

// commandReference is the page of the manual with all commands that are not hidden: what --help and the man pages say.
func commandReference(t *testing.T, parent *cobra.Command) string {
	var b strings.Builder
	for _, c := range parent.Commands() {
		if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		var page strings.Builder
		c.DisableAutoGenTag = true
		if err := doc.GenMarkdown(c, &page); err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(page.String(), "### SEE ALSO")
		b.WriteString("\n" + partHeading.ReplaceAllString(strings.TrimSpace(text), "**$1**") + "\n")
		b.WriteString(commandReference(t, c))
	}
	return b.String()
}

// partHeading is the heading of a part of a command's page. The manual lists commands, so parts are no headings there.
var partHeading = regexp.MustCompile(`(?m)^### (.+)$`)

// TestTheManualsCommandsWork runs each command that the manual, the README and the examples of --help show, in a folder with the files that
// they name. Those that watch a camera, serve, or use a club's servers are only parsed.
func TestTheManualsCommandsWork(t *testing.T) {
	t.Parallel()
	work := workplace(t)
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	ran, read := 0, 0
	done := map[string]bool{}
	for _, command := range append(shownCommands(t), exampleCommands(newRoot())...) {
		if done[command] {
			continue
		}
		done[command] = true
		words := strings.Fields(command)
		switch {
		case words[0] == "make":
			if !strings.Contains(string(makefile), "\n"+words[1]+":") {
				t.Errorf("%s: the Makefile has no target %q", command, words[1])
			}
			read++
		case needsMore(command):
			if err := understood(words[1:]); err != nil {
				t.Errorf("%s: %v", command, err)
			}
			read++
		default:
			c := exec.Command("sh", "-c", command)
			c.Dir, c.Env = work, append(os.Environ(), asProgram+"=1", "XDG_STATE_HOME="+filepath.Join(work, "state"))
			if out, err := c.CombinedOutput(); err != nil && !(words[1] == "doctor" && c.ProcessState.ExitCode() == exitFailed) {
				t.Errorf("%s: %v\n%s", command, err, out)
			}
			ran++
		}
	}
	if ran < 38 || read < 32 {
		t.Errorf("only %d commands were run and %d read: the manual has more", ran, read)
	}
}

// needsMore says whether a command wants a camera, a network or minutes.
func needsMore(command string) bool {
	return regexp.MustCompile(`^bin/tilewatch (serve|hub|worker|watch|calibrate camera)|--source|nats://`).MatchString(command)
}

// understood parses a call without making it.
func understood(args []string) error {
	c, rest, err := newRoot().Find(args)
	if err == nil {
		err = c.ParseFlags(rest)
	}
	return err
}

// shownCommands are the lines of all code blocks that call the program or make, without their comments.
func shownCommands(t *testing.T) (all []string) {
	pages, err := filepath.Glob(filepath.Join(manualFolder, "*.md"))
	if err != nil || len(pages) < 10 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range append(pages, "../../README.md") {
		if filepath.Base(page) == "commands.md" {
			continue // made from the commands
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			command, _, _ := strings.Cut(strings.TrimSpace(string(line)), " #")
			command = strings.TrimSpace(command)
			if block := bytes.HasPrefix(line, []byte("    ")); block && (strings.HasPrefix(command, "bin/tilewatch ") || strings.HasPrefix(command, "make ")) && !slices.Contains(all, command) {
				all = append(all, command)
			}
		}
	}
	return all
}

// exampleCommands are the examples of all commands that are not hidden, as lines for a folder with the program in bin.
func exampleCommands(c *cobra.Command) (all []string) {
	for line := range strings.Lines(c.Example) {
		command, _, _ := strings.Cut(line, " #")
		all = append(all, calledAs.ReplaceAllString(strings.TrimSpace(command), "${1}bin/tilewatch "))
	}
	for _, sub := range c.Commands() {
		all = append(all, exampleCommands(sub)...)
	}
	return all
}

// calledAs is the program's name where a shell reads it as a command.
var calledAs = regexp.MustCompile(`(^|\| )tilewatch `)

func TestEveryCommandHasAnExample(t *testing.T) {
	t.Parallel()
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		if !c.Hidden && c.Name() != "help" && c.Name() != "completion" && !c.HasSubCommands() && !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			each(sub)
		}
	}
	each(newRoot())
}

// workplace is a folder with the program and the files that the manual's commands name.
func workplace(t *testing.T) string {
	work := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(work, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(work, "bin", "tilewatch")); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{
		"photo.jpg": "nabit/stills/009.jpg", "left.jpg": "nabit/stills/009.jpg", "right.jpg": "nabit/stills/009.jpg", "board.jpg": "snag/stills/001.jpg", "racks.jpg": "dabble/stills/001.jpg", "table.jpg": "tabit/stills/004.jpg",
	} {
		file, err := filepath.Abs(filepath.Join("../../testdata", from))
		if err == nil {
			err = os.Symlink(file, filepath.Join(work, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(work, "events.ndjson"), []byte(`{"type":"start","players":["red","green"]}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, diagnostics, status := inside(t, "games", "import", "--data", filepath.Join(work, "state", "tilewatch"), exampleFile); status != exitDone {
		t.Fatal(out, diagnostics)
	}
	return work
}
