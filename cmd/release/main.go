// Command release joins the changes' files into the changelog.
//
//	release [-check]
//
// It runs at the top of the tree. Each file NAME.KIND.md in .changes is one change; they become the section of the version that
// cmd/internal/version names, after what stands under "Unreleased" or under that version, if it has no tag yet, and are removed. -check only looks
// whether that would work.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"tilewatch/cmd/internal/version"
)

func main() {
	check := flag.Bool("check", false, "only look whether the changes can be joined")
	flag.Parse()
	if err := run(".", time.Now(), *check); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
	if !*check {
		fmt.Printf("CHANGELOG.md has version %[1]s. Now: git add -A, git commit -m 'release %[1]s', git tag v%[1]s\n", version.Number)
	}
}

func run(tree string, day time.Time, check bool) error {
	changes, err := load(filepath.Join(tree, folder))
	if err != nil {
		return err
	}
	name := filepath.Join(tree, "CHANGELOG.md")
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text := string(old)
	if !tagged(tree, version.Number) {
		text = reopened(text, version.Number)
	}
	joined, err := join(text, version.Number, day, changes)
	if err != nil || check {
		return err
	}
	if err := os.WriteFile(name, []byte(joined), 0o644); err != nil {
		return err
	}
	for _, c := range changes {
		err = errors.Join(err, os.Remove(c.file))
	}
	return err
}

// tagged says whether git knows the version as released. Where there is no git nothing is.
func tagged(tree, number string) bool {
	c := exec.Command("git", "tag", "--list", "v"+number)
	c.Dir = tree
	out, err := c.Output()
	return err == nil && len(out) > 0
}
