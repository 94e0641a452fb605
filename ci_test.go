package tilewatch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fakes are stand-ins for the system's tools. apt-get and sudo write down how they were called; what apt-get installs
// is installed from then on.
var fakes = map[string]string{
	"dpkg-query": `for last; do :; done; if grep -qx "$last" "$FAKE/installed"; then echo installed; else echo "no packages found" >&2; exit 1; fi`,
	"apt-get":    `echo "apt-get $*" >>"$FAKE/calls"; case "$*" in *broken*) exit 100;; *install*) for p; do echo "$p" >>"$FAKE/installed"; done;; esac`,
	"id":         `cat "$FAKE/uid"`,
	"sudo":       `echo sudo >>"$FAKE/calls"; exec "$@"`,
}

// machine is a folder of fakes put before the system's tools.
type machine struct {
	t      *testing.T
	folder string
}

func newMachine(t *testing.T, uid, installed string, tools ...string) machine {
	m := machine{t, t.TempDir()}
	m.write("uid", uid+"\n", 0o600)
	m.write("installed", strings.ReplaceAll(installed, " ", "\n")+"\n", 0o600)
	m.write("calls", "", 0o600)
	for _, tool := range tools {
		m.write(tool, "#!/bin/sh\n"+fakes[tool]+"\n", 0o700)
	}
	for _, tool := range []string{"sh", "grep", "cat", "env", "head"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(m.folder, tool)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func (m machine) write(name, text string, mode os.FileMode) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.folder, name), []byte(text), mode); err != nil {
		m.t.Fatal(err)
	}
}

// packages asks for packages, to see.
func (m machine) packages(names ...string) (printed, calls string, ok bool) {
	m.t.Helper()
	return m.run(append([]string{"to see"}, names...)...)
}

// run runs .ci/packages with nothing but the fakes: what it printed, how the tools were called, and whether it succeeded.
func (m machine) run(arguments ...string) (printed, calls string, ok bool) {
	m.t.Helper()
	m.write("calls", "", 0o600)
	c := exec.Command(filepath.Join(m.folder, "sh"), append([]string{".ci/packages"}, arguments...)...)
	c.Env = []string{"PATH=" + m.folder, "FAKE=" + m.folder}
	out, err := c.CombinedOutput()
	told, readErr := os.ReadFile(filepath.Join(m.folder, "calls"))
	if readErr != nil {
		m.t.Fatal(readErr)
	}
	return string(out), string(told), err == nil
}

func TestMissingPackagesAreInstalledOnceAndNamed(t *testing.T) {
	m := newMachine(t, "0", "gcc make", "dpkg-query", "apt-get", "id", "sudo")
	printed, calls, ok := m.packages("gcc", "libeyes-dev", "libletters-dev")
	if !ok || printed != "Installing what is missing (to see): libeyes-dev libletters-dev\n" {
		t.Errorf("ok %v, printed %q", ok, printed)
	}
	if !strings.Contains(calls, "install -y --no-install-recommends libeyes-dev libletters-dev\n") || strings.Contains(calls, "sudo") {
		t.Errorf("root called %q", calls)
	}
	if printed, calls, ok := m.packages("gcc", "libeyes-dev", "libletters-dev"); !ok || printed+calls != "" {
		t.Errorf("the second time: ok %v, printed %q, called %q", ok, printed, calls)
	}
}

// TestWhilePackagesComeSomethingElseRuns: beside the first package, and beside the others. It is silent, and may fail.
func TestWhilePackagesComeSomethingElseRuns(t *testing.T) {
	m := newMachine(t, "0", "make", "dpkg-query", "apt-get", "id")
	beside := []string{"-meanwhile", `echo beside >>"$FAKE/calls"; echo chatter; exit 1`, "to see", "make", "gcc", "libeyes-dev", "libletters-dev"}
	printed, calls, ok := m.run(beside...)
	if !ok || printed != "Installing what is missing (to see): gcc libeyes-dev libletters-dev\n" {
		t.Errorf("ok %v, printed %q", ok, printed)
	}
	first, rest := strings.Index(calls, "install -y --no-install-recommends gcc\n"), strings.Index(calls, "install -y --no-install-recommends libeyes-dev libletters-dev\n")
	if first < 0 || rest < first || strings.Count(calls, "beside\n") != 2 || strings.Count(calls, "update") != 1 {
		t.Errorf("called %q", calls)
	}
	if printed, calls, ok := m.run(beside...); !ok || printed+calls != "" {
		t.Errorf("the second time: ok %v, printed %q, called %q", ok, printed, calls)
	}
	for _, names := range [][]string{{"broken"}, {"broken", "more"}, {"more", "broken"}} {
		m := newMachine(t, "0", "", "dpkg-query", "apt-get", "id")
		if printed, _, ok := m.run(append(beside[:3:3], names...)...); ok || !strings.Contains(printed, "could not be installed (to see): "+strings.Join(names, " ")+":") {
			t.Errorf("%q: ok %v, printed %q", names, ok, printed)
		}
	}
}

func TestSudoIsForThoseWhoAreNotRoot(t *testing.T) {
	m := newMachine(t, "1000", "", "dpkg-query", "apt-get", "id", "sudo")
	if _, calls, ok := m.packages("libeyes-dev"); !ok || !strings.HasPrefix(calls, "sudo\napt-get") {
		t.Errorf("ok %v, called %q", ok, calls)
	}
}

func TestPackagesThatCannotBeInstalledAreToldWithARemedy(t *testing.T) {
	for _, c := range []struct {
		name, uid string
		tools     []string
		want      string
		ok        bool
	}{
		{"no sudo", "1000", []string{"dpkg-query", "apt-get", "id"}, "run as root: apt-get install --no-install-recommends broken", false},
		{"apt-get fails", "0", []string{"dpkg-query", "apt-get", "id"}, `Packages could not be installed (to see): broken`, false},
		{"another system", "0", []string{"id"}, "neither Debian nor Ubuntu", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			printed, _, ok := newMachine(t, c.uid, "", c.tools...).packages("broken")
			if ok != c.ok || !strings.Contains(printed, c.want) {
				t.Errorf("ok %v, printed %q", ok, printed)
			}
		})
	}
}

// TestWithoutItsToolVulnerabilitiesAreNotChecked: "make vuln" says so and does not fail.
func TestWithoutItsToolVulnerabilitiesAreNotChecked(t *testing.T) {
	check := exec.Command("sh", ".ci/vuln")
	check.Env = append(os.Environ(), "GOPROXY=off", "GOMODCACHE="+t.TempDir())
	if out, err := check.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "vulnerabilities: not checked: ") {
		t.Errorf("%v: %s", err, out)
	}
}
