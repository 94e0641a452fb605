package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/cmd/internal/version"
)

var day = time.Date(2026, 12, 1, 23, 0, 0, 0, time.UTC)

// TestTheChangesCanBeReleased looks at those of this tree.
func TestTheChangesCanBeReleased(t *testing.T) {
	if err := run("../..", day, true); err != nil {
		t.Error(err)
	}
}

func TestJoin(t *testing.T) {
	changes := []change{{"", "fixed", "A word is kept."}, {"", "added", "Tea is served."}, {"", "added", "Cake, too."}}
	const joined = "\n### Added\n- Tea is served.\n- Cake, too.\n\n### Fixed\n- A word is kept.\n"
	const older = "## 1.0.0 - 2026-11-27\n- Begun.\n"
	for _, c := range []struct {
		name, old string
		changes   []change
		want      string
	}{
		{"the first release", "# Changelog\n\nNewest first.\n", changes, "# Changelog\n\nNewest first.\n\n## 1.1.0 - 2026-12-01\n" + joined},
		{"a later one", "# Changelog\n\n" + older, changes, "# Changelog\n\n## 1.1.0 - 2026-12-01\n" + joined + "\n" + older},
		{"what stands there already is kept", "# Changelog\n\n## Unreleased\n- Written.\n\n" + older, changes,
			"# Changelog\n\n## 1.1.0 - 2026-12-01\n- Written.\n" + joined + "\n" + older},
		{"they go to the sections that stand there", "# Changelog\n\n## Unreleased\n\n### Added\n\nGames\n- Written.\n\n### Removed\n- Gone.\n", changes,
			"# Changelog\n\n## 1.1.0 - 2026-12-01\n\n### Added\n\nGames\n- Written.\n- Tea is served.\n- Cake, too.\n\n### Removed\n- Gone.\n\n### Fixed\n- A word is kept.\n"},
		{"no changes but those that stand there", "# Changelog\n\n## Unreleased\n- Written.\n", nil, "# Changelog\n\n## 1.1.0 - 2026-12-01\n- Written.\n"},
		{"one that is joined stays as it is", "# Changelog\n\n## 1.1.0 - 2026-12-01\n- Done.\n", nil, "# Changelog\n\n## 1.1.0 - 2026-12-01\n- Done.\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := join(c.old, "1.1.0", day, c.changes); err != nil || got != c.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, c.want)
			}
		})
	}
	if _, err := join("## 1.1.0 - 2026-12-01\n", "1.1.0", day, changes); err == nil || !strings.Contains(err.Error(), "raise the number") {
		t.Errorf("a second release of one version: %v", err)
	}
	if _, err := join("# Changelog\n\n## 1.1.0 - 2026-12-01\n", "1.1.0", day, changes); err == nil {
		t.Error("a second release of one version, further down")
	}
}

// tree is a folder with a changelog and those files in .changes.
func tree(t *testing.T, files map[string]string) string {
	at := t.TempDir()
	all := map[string]string{"CHANGELOG.md": "# Changelog\n", folder + "/README.md": "# What this folder is\n"}
	for name, text := range files {
		all[folder+"/"+name] = text
	}
	for name, text := range all {
		name = filepath.Join(at, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return at
}

func TestAReleaseJoinsAndRemovesTheFiles(t *testing.T) {
	at := tree(t, map[string]string{"b.added.md": "Second,\nover two lines.\n", "a.added.md": "First.\n"})
	if err := run(at, day, true); err != nil {
		t.Fatal(err)
	}
	if err := run(at, day, false); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(at, "CHANGELOG.md"))
	want := "# Changelog\n\n## " + version.Number + " - 2026-12-01\n\n### Added\n- First.\n- Second, over two lines.\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	left, err := os.ReadDir(filepath.Join(at, folder))
	if err != nil || len(left) != 1 || left[0].Name() != "README.md" {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestAVersionIsOpenUntilItHasATag releases twice, then tags, then adds a further change.
func TestAVersionIsOpenUntilItHasATag(t *testing.T) {
	at := tree(t, map[string]string{"a.added.md": "First."})
	git := func(arguments ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.com"}, arguments...)...)
		c.Dir = at
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", arguments, err, out)
		}
	}
	add := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(at, folder, name+".added.md"), []byte(name+"."), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	for k, name := range []string{"Second", "Third"} {
		if err := run(at, day.AddDate(0, 0, k), false); err != nil {
			t.Fatal(err)
		}
		add(name)
	}
	if err := run(at, day.AddDate(0, 0, 2), false); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(at, "CHANGELOG.md"))
	want := "# Changelog\n\n## " + version.Number + " - 2026-12-03\n\n### Added\n- First.\n- Second.\n- Third.\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "release")
	git("tag", "v"+version.Number)
	if err := run(at, day, true); err != nil {
		t.Errorf("nothing is new: %v", err)
	}
	add("Fourth")
	if err := run(at, day, true); err == nil || !strings.Contains(err.Error(), "raise the number") {
		t.Errorf("a change after the tag: %v", err)
	}
}

func TestAWrongChangeIsNamed(t *testing.T) {
	for name, text := range map[string]string{"a.md": "Text.", "a.new.md": "Text.", "a.added.txt": "Text.", "a.added.md": " \n", "b.fixed.md": "- Text.", "c.fixed.md": "# Text"} {
		at := tree(t, map[string]string{name: text})
		if err := run(at, day, false); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s with %q: %v", name, text, err)
		}
		if got, err := os.ReadFile(filepath.Join(at, "CHANGELOG.md")); err != nil || string(got) != "# Changelog\n" {
			t.Errorf("%s: the changelog is %q, %v", name, got, err)
		}
	}
}
