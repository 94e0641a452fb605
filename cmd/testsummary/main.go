// Command testsummary runs "go test -json" with its arguments, shows what plain "go test" would, and ends with one
// line that counts the tests. Its exit status is that of go test.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// event is one line of "go test -json"; see "go doc test2json".
type event struct {
	Action, Package, Test, Output string
	FailedBuild                   string
}

func main() {
	status, err := run(os.Stdout, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
		status = max(status, 1)
	}
	os.Exit(status)
}

func run(out io.Writer, args []string) (int, error) {
	tests := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	tests.Stderr = os.Stderr
	events, err := tests.StdoutPipe()
	if err != nil {
		return 1, err
	}
	if err := tests.Start(); err != nil {
		return 1, err
	}
	s := newSummary(out)
	readErr := s.read(events)
	err = tests.Wait()
	fmt.Fprintln(out, s)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), readErr
	}
	return 0, errors.Join(err, readErr)
}

// summary counts tests and keeps the output of those that are still running: it is shown only if they fail.
type summary struct {
	out                     io.Writer
	passed, failed, skipped int
	pending                 map[string][]string // by package and test
	failedIn                map[string]bool     // packages with a failed test
}

func newSummary(out io.Writer) *summary {
	return &summary{out: out, pending: map[string][]string{}, failedIn: map[string]bool{}}
}

func (s *summary) String() string {
	line := fmt.Sprintf("%d passed, %d failed", s.passed, s.failed)
	if s.skipped > 0 {
		line += fmt.Sprintf(", %d skipped", s.skipped)
	}
	return line
}

func (s *summary) read(events io.Reader) error {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			s.line(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// line takes one event; what is no event (a message of the go command) is passed on.
func (s *summary) line(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil || e.Action == "" {
		_, _ = s.out.Write(line)
		return
	}
	if e.Action == "build-output" {
		fmt.Fprint(s.out, e.Output)
	} else if e.Test != "" {
		s.test(e)
	} else {
		s.pkg(e)
	}
}

func (s *summary) test(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		if strings.HasPrefix(e.Output, "=== ") {
			return // which test starts or goes on: only "go test -v" says that
		}
		s.pending[key] = append(s.pending[key], e.Output)
		return
	case "pass":
		s.passed++
	case "skip":
		s.skipped++
		s.show(key)
	case "fail":
		s.failed++
		s.failedIn[e.Package] = true
		s.show(key)
	default:
		return
	}
	delete(s.pending, key)
}

// pkg takes a package's own events. One that fails without a failed test (it did not build, or the process died)
// counts as one failure, and all that its tests had said is shown.
func (s *summary) pkg(e event) {
	switch e.Action {
	case "output":
		if e.Output != "PASS\n" {
			fmt.Fprint(s.out, e.Output)
		}
	case "fail":
		if !s.failedIn[e.Package] {
			s.failed++
		}
		for key := range s.pending {
			if strings.HasPrefix(key, e.Package+" ") {
				s.show(key)
				delete(s.pending, key)
			}
		}
	}
}

func (s *summary) show(key string) {
	for _, line := range s.pending[key] {
		fmt.Fprint(s.out, line)
	}
}
