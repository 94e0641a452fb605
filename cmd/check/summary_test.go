package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// newModule writes a module of one test file.
func newModule(t *testing.T, test string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.25.0\n", "m.go": "package m\n", "m_test.go": test} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestSummary(t *testing.T) {
	const head = "package m\n\nimport \"testing\"\n\n"
	for _, c := range []struct {
		name, test, last string
		passes           bool
		shows, hides     string
	}{
		{"passing tests are counted and silent", head + `func TestA(t *testing.T) { t.Log("chatter") }
func TestB(t *testing.T) {}`, "2 passed, 0 failed", true, "ok  \tm", "chatter"},
		{"a failing test is shown and sets the status", head + `func TestA(t *testing.T) { t.Error("broken rule") }
func TestB(t *testing.T) {}`, "1 passed, 1 failed", false, "broken rule", "=== RUN"},
		{"a skipped test is told", head + `func TestA(t *testing.T) { t.Skip("no camera") }`, "0 passed, 0 failed, 1 skipped", true, "no camera", "=== RUN"},
		{"what does not build is one failure", head + `func TestA(t *testing.T) { nonsense }`, "0 passed, 1 failed", false, "nonsense", "--- PASS"},
		{"a process that dies is one failure, with what it said", head + `import "os"
func TestA(t *testing.T) { t.Log("last words"); os.Exit(3) }`, "0 passed, 1 failed", false, "FAIL\tm", "--- PASS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(newModule(t, c.test))
			var out strings.Builder
			s := newSummary(&out, nil, nil)
			if passed := test(s, []string{"./..."}); passed != c.passes {
				t.Errorf("passed %v, want %v\n%s", passed, c.passes, out.String())
			}
			fmt.Fprintln(&out, s)
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if lines[len(lines)-1] != c.last {
				t.Errorf("last line %q, want %q", lines[len(lines)-1], c.last)
			}
			if !strings.Contains(out.String(), c.shows) || strings.Contains(out.String(), c.hides) {
				t.Errorf("want %q shown and %q not:\n%s", c.shows, c.hides, out.String())
			}
		})
	}
}

func TestTheSlowestTestsAreNamed(t *testing.T) {
	s := newSummary(io.Discard, nil, nil)
	for i := range 12 {
		s.line(fmt.Appendf(nil, `{"Action":"pass","Package":"m","Test":"Test%d","Elapsed":%d}`, i, i))
		s.line(fmt.Appendf(nil, `{"Action":"pass","Package":"m","Test":"Test%d/part","Elapsed":100}`, i))
	}
	lines := strings.Split(s.String(), "\n")
	if len(lines) != 11 || !strings.HasSuffix(lines[0], "11.0 s  m Test11") || !strings.HasSuffix(lines[9], "2.0 s  m Test2") || lines[10] != "24 passed, 0 failed" {
		t.Errorf("the summary ends\n%s", s)
	}
}

// TestWhoWaitsIsTold reads two packages, the first of which is done before the second begins.
func TestWhoWaitsIsTold(t *testing.T) {
	var out strings.Builder
	s := newSummary(&out, nil, []pass{{packages: []string{"a", "b"}}, {packages: []string{"b"}}})
	s.tell()
	for _, line := range []string{
		`{"Action":"start","Package":"a"}`,
		`{"Action":"output","Package":"a","Output":"ok  \ta\t0.1s\n"}`,
		`{"Action":"start","Package":"b"}`,
	} {
		s.line([]byte(line))
	}
	s.tell() // nothing: the package just did
	s.tell()
	s.line([]byte(`{"Action":"output","Package":"b","Output":"FAIL\tb\t0.1s\n"}`))
	const want = `        compiling; 3 of 3 packages left
ok  	a	0.1s	(1 of 3)
        testing b; 2 of 3 packages left
FAIL	b	0.1s	(2 of 3)
`
	if out.String() != want {
		t.Errorf("told\n%swant\n%s", out.String(), want)
	}
}
