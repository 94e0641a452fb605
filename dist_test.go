package tilewatch_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// installation calls one of .dist's scripts for that prefix below a folder.
func installation(t *testing.T, destination, prefix, script string, arguments ...string) {
	t.Helper()
	c := exec.Command("sh", append([]string{filepath.Join(".dist", script)}, arguments...)...)
	c.Env = append(os.Environ(), "DESTDIR="+destination, "PREFIX="+prefix)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
}

func filesBelow(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// program is a stand-in that writes a manual and completions: cmd/tilewatch tests those of the real one.
const program = `#!/bin/sh
case $1 in
manual) echo page >"$2/tilewatch.1" && echo page >"$2/tilewatch-serve.1";;
completion) echo "$2";;
esac
`

func TestWhatIsInstalledIsUninstalled(t *testing.T) {
	destination := t.TempDir()
	built := filepath.Join(destination, "built")
	if err := os.WriteFile(built, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	others := filepath.Join(destination, "opt", "tw", "share", "man", "man1", "tiler.1.gz")
	write(t, others, []byte("another program's"))
	installation(t, destination, "/opt/tw", "install", built)
	at := filepath.Join(destination, "opt", "tw")
	files := filesBelow(t, at)
	for _, want := range []string{"bin/tilewatch", "share/man/man1/tilewatch-serve.1.gz", "share/bash-completion/completions/tilewatch", "share/zsh/site-functions/_tilewatch",
		"share/fish/vendor_completions.d/tilewatch.fish", "share/doc/tilewatch/LICENSE", "share/tilewatch/words/german.words", "share/tilewatch/words/COPYING", "lib/systemd/system/tilewatch.service", "lib/sysusers.d/tilewatch.conf"} {
		if !slices.Contains(files, want) {
			t.Errorf("%s is missing among %q", want, files)
		}
	}
	if info, err := os.Stat(filepath.Join(at, "bin", "tilewatch")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the program: %v, %v", info, err)
	}
	unit, err := os.ReadFile(filepath.Join(at, "lib", "systemd", "system", "tilewatch.service"))
	if err != nil || !strings.Contains(string(unit), "\nExecStart=/opt/tw/bin/tilewatch serve ") || strings.Contains(string(unit), "@PREFIX@") {
		t.Errorf("the service is %v\n%s", err, unit)
	}
	installation(t, destination, "/opt/tw", "uninstall")
	if left := filesBelow(t, at); !slices.Equal(left, []string{"share/man/man1/tiler.1.gz"}) {
		t.Errorf("%q is left", left)
	}
}

// TestScriptsAreShell has the shell read each script of the house without running it.
func TestScriptsAreShell(t *testing.T) {
	scripts := 0
	for _, name := range tracked(t) {
		if !strings.HasPrefix(name, ".dist/") && !strings.HasPrefix(name, ".ci/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(string(text), "#!/bin/sh\n") {
			continue
		}
		scripts++
		if out, err := exec.Command("sh", "-n", name).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if scripts < 8 {
		t.Errorf("only %d scripts were found", scripts)
	}
}

// TestEveryDependencyIsExplained compares the modules that go.mod requires itself with the manual's table.
func TestEveryDependencyIsExplained(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("web/docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	var required, explained []string
	for _, line := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(string(mod), -1) {
		required = append(required, line[1])
	}
	for _, line := range regexp.MustCompile("(?m)^\\| `(\\S+\\.\\S+/\\S+)` \\| .+ \\| .+ \\| \\d{4}-\\d{2} \\|$").FindAllStringSubmatch(string(page), -1) {
		explained = append(explained, line[1])
	}
	if len(required) == 0 || !slices.Equal(required, explained) {
		t.Errorf("go.mod requires\n%q, the manual explains\n%q", required, explained)
	}
}
