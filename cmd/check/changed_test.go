package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func TestWhatDiffersFromABranch(t *testing.T) {
	top := t.TempDir()
	t.Chdir(top)
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(arguments ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, arguments...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", arguments, err, out)
		}
	}
	folder := func(p string) string { return filepath.Join(top, p) }
	packages := []pkg{
		{ImportPath: "tilewatch", Dir: folder(".")},
		{ImportPath: "tilewatch/rules", Dir: folder("rules")},
		{ImportPath: "tilewatch/page", Dir: folder("page"), XTestImports: []string{"tilewatch/rules"}},
		{ImportPath: "tilewatch/program", Dir: folder("program"), Imports: []string{"tilewatch/page"}},
		{ImportPath: "tilewatch/alone", Dir: folder("alone")},
	}
	run("init", "-q", "-b", "main")
	write("rules/testdata/game.json", "old")
	write("alone/a.go", "old")
	run("add", ".")
	run("commit", "-q", "-m", "m")
	run("switch", "-q", "-c", "work")
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"nothing", "", []string{"tilewatch"}},
		{"a file of testdata", "rules/testdata/game.json", []string{"tilewatch", "tilewatch/rules", "tilewatch/page"}},
		{"a new file", "page/new.go", []string{"tilewatch", "tilewatch/page", "tilewatch/program"}},
		{"a file of no package", "testdata/film.mp4", []string{"tilewatch"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.file != "" {
				write(c.file, "new")
			}
			got, err := touched(slices.Clone(packages), "main")
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(names(got), c.want) {
				t.Errorf("touched are %q, want %q", names(got), c.want)
			}
			run("checkout", "-q", ".")
			run("clean", "-q", "-d", "-f")
		})
	}
	t.Run("what is committed differs too", func(t *testing.T) {
		write("alone/a.go", "new")
		run("commit", "-q", "-a", "-m", "m")
		if got, err := touched(slices.Clone(packages), "main"); err != nil || !slices.Equal(names(got), []string{"tilewatch", "tilewatch/alone"}) {
			t.Errorf("touched are %q, error %v", names(got), err)
		}
	})
	t.Run("a branch that is not there is named", func(t *testing.T) {
		if _, err := touched(packages, "nowhere"); err == nil {
			t.Error("no error")
		}
	})
}
