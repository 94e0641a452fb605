package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/version"
	"tilewatch/web/browsertest"
)

// asProgram makes the test binary behave as tilewatch itself, so that a crash in native code is seen as one.
const asProgram = "TILEWATCH_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		ontoTinyDisk()
		main()
		return
	}
	os.Exit(tested(m))
}

// tested runs the tests apart from what the person who runs them keeps: camera profiles, games, keys.
func tested(m *testing.M) int {
	state, err := os.MkdirTemp("", "tilewatch-state-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", state)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(state)
	input.ChildEnvironment = []string{asProgram + "=1"}
	flag.Parse()
	if err := flag.Set("test.parallel", fmt.Sprint(max(4, runtime.GOMAXPROCS(0)))); err != nil { // most wait for servers and browsers
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return browsertest.Main(m)
}

// call runs the program: what it printed, and its exit status. Death by a signal fails the test.
func call(t *testing.T, args ...string) (out, diagnostics string, status int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asProgram+"=1", "XDG_STATE_HOME="+t.TempDir())
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if status = c.ProcessState.ExitCode(); status < 0 || strings.Contains(stderr.String(), "goroutine ") {
		t.Fatalf("tilewatch %q died (%v):\n%s", args, c.ProcessState, stderr.String())
	}
	fits(t, stdout.String(), args...)
	return stdout.String(), stderr.String(), status
}

// answers are the lines of a JSON answer.
func answers(t *testing.T, out string) []answer {
	t.Helper()
	var lines []answer
	for _, text := range strings.Split(strings.TrimSpace(out), "\n") {
		if text == "" {
			continue
		}
		var a answer
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Fatalf("not JSON on standard output: %q: %v", text, err)
		}
		lines = append(lines, a)
	}
	return lines
}

// answer is what the tests read of a line of score.
type answer struct {
	Photo string
	Cells []struct {
		Letter string
	}
	Scores []struct {
		Color string
		Out   int
	}
	Error struct{ Code, Message string }
}

func TestAWrongCallHasStatusTwoAndARemedy(t *testing.T) {
	t.Parallel()
	still := "../../testdata/nabit/stills/009.jpg"
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"no such command", []string{"scare"}, `unknown command "tilewatch scare"; did you mean tilewatch score?`},
		{"no photo", []string{"score", "--json"}, "no photo given: name at least one"},
		{"no such flag", []string{"score", "--jsn", still}, "unknown flag: --jsn; did you mean --json?\nSee \"tilewatch score --help\"."},
		{"no such subcommand", []string{"games", "lst"}, `unknown command "tilewatch games lst"; did you mean tilewatch games list?`},
		{"no such camera file", []string{"score", "--camera", "nowhere.json", still}, `camera file "nowhere.json": no such file`},
		{"wrong JSON in the camera file", []string{"score", "--camera", file(t, `{"width":12`), still}, "not JSON at byte 11"},
		{"a camera file that is a picture", []string{"score", "--camera", still, still}, "not JSON"},
		{"a camera file without K", []string{"score", "--camera", file(t, `{"width":1280,"height":720}`), still}, "K has 0 rows"},
		{"wrong JSON in the tile set file", []string{"score", "--tileset", file(t, `{"side_mm":"24"}`), still}, "side_mm must not be string"},
		{"no such game", []string{"score", "--game", "chess", still}, `no such game "chess"`},
		{"no such dictionary", []string{"score", "--dictionary", "nowhere.txt", still}, "nowhere.txt"},
		{"no such color", []string{"score", "--out", "blue", still}, `no such color "blue"`},
		{"a color that nobody plays", []string{"score", "--out", "gray", still}, "gray is not a player's color"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, diagnostics, status := inside(t, c.args...)
			if status != exitUsage || out != "" || !strings.Contains(diagnostics, c.says) {
				t.Errorf("status %d, out %q, diagnostics %q", status, out, diagnostics)
			}
		})
	}
}

// TestAWrongCallOfTheProgram looks whether the process ends with the status that run answers, and says why on standard error.
func TestAWrongCallOfTheProgram(t *testing.T) {
	t.Parallel()
	out, diagnostics, status := call(t, "scare")
	if status != exitUsage || out != "" || !strings.Contains(diagnostics, `unknown command "tilewatch scare"`) {
		t.Errorf("status %d, out %q, diagnostics %q", status, out, diagnostics)
	}
	if out, _, status := call(t, "help"); status != exitDone || !strings.Contains(out, "Usage:") {
		t.Errorf("help: status %d, out %q", status, out)
	}
}

func TestHelpIsNoError(t *testing.T) {
	for _, args := range [][]string{{}, {"help"}, {"score", "--help"}} {
		if out, _, status := inside(t, args...); status != exitDone || !strings.Contains(out, "Usage:") {
			t.Errorf("tilewatch %v: status %d, out %q", args, status, out)
		}
	}
}

func TestTheVersionNamesProgramAndLibraries(t *testing.T) {
	out, _, status := inside(t, "--version")
	program, libraries, _ := strings.Cut(out, "\n")
	if status != exitDone || program != "tilewatch "+version.String() || !regexp.MustCompile(`^OpenCV \d+\.\d+\.\d+, Tesseract \d+\.\d+\.\d+\n$`).MatchString(libraries) {
		t.Errorf("status %d, out %q", status, out)
	}
}

func TestFlagsMayFollowInputs(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"words", "--json", "tame"}, {"words", "tame", "--json"}, {"words", "tame", "--json", "--", "try"}} {
		if out, diagnostics, status := inside(t, args...); status != exitDone || !strings.HasPrefix(out, `{"word":"TAME","valid":true`) {
			t.Errorf("%q: status %d, %s%s", args, status, out, diagnostics)
		}
	}
}
