package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// event is one line of "go test -json"; see "go doc test2json".
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// slowestShown is how many of the slowest tests a summary names.
const slowestShown = 10

// summary reads what "go test -json" says and shows what plain "go test" would. It counts tests and keeps the output of those that are
// still running: it is shown only if they fail.
type summary struct {
	out                     io.Writer
	passed, failed, skipped int
	pending                 map[string][]string // by package and test
	failedIn                map[string]bool     // packages with a failed test
	took                    []timed             // tests, not their subtests

	total, done int              // packages
	running     []string         // packages
	now         <-chan time.Time // whoever waits is told then what is running
	told        bool             // since then
}

type timed struct {
	name    string
	seconds float64
}

func newSummary(out io.Writer, now <-chan time.Time, passes []pass) *summary {
	s := &summary{out: out, pending: map[string][]string{}, failedIn: map[string]bool{}, now: now}
	for _, p := range passes {
		s.total += len(p.packages)
	}
	return s
}

// String names the slowest tests and ends with a line that counts them all.
func (s *summary) String() string {
	slices.SortStableFunc(s.took, func(a, b timed) int { return cmp.Compare(b.seconds, a.seconds) })
	var text strings.Builder
	for _, test := range s.took[:min(slowestShown, len(s.took))] {
		fmt.Fprintf(&text, "%8.1f s  %s\n", test.seconds, test.name)
	}
	line := fmt.Sprintf("%d passed, %d failed", s.passed, s.failed)
	if s.skipped > 0 {
		line += fmt.Sprintf(", %d skipped", s.skipped)
	}
	return text.String() + line
}

func (s *summary) read(events io.Reader) error {
	lines := make(chan []byte)
	var err error
	go func() {
		defer close(lines)
		err = eachLine(events, lines)
	}()
	for {
		select {
		case line, more := <-lines:
			if !more {
				return err
			}
			s.line(line)
		case <-s.now:
			s.tell()
		}
	}
}

func eachLine(from io.Reader, to chan<- []byte) error {
	for text := bufio.NewReader(from); ; {
		line, err := text.ReadBytes('\n')
		if len(line) > 0 {
			to <- line
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// tell says how far the tests are, unless a package just did.
func (s *summary) tell() {
	if !s.told {
		at := "compiling"
		if len(s.running) > 0 {
			at = "testing " + strings.Join(s.running, ", ")
		}
		fmt.Fprintf(s.out, "        %s; %d of %d packages left\n", at, s.total-s.done, s.total)
	}
	s.told = false
}

// line takes one event; other lines (messages of the go command) are passed on.
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
	if !strings.Contains(e.Test, "/") {
		s.took = append(s.took, timed{key, e.Elapsed})
	}
	delete(s.pending, key)
}

// pkg takes a package's own events. One that fails without a failed test (it did not build, or the process died)
// counts as one failure, and all that its tests had said is shown.
func (s *summary) pkg(e event) {
	switch e.Action {
	case "start":
		s.running = append(s.running, e.Package)
	case "output":
		if e.Output != "PASS\n" {
			fmt.Fprint(s.out, s.counted(e))
		}
	case "fail":
		if !s.failedIn[e.Package] {
			s.failed++
		}
		delete(s.failedIn, e.Package) // a further pass may run the package again
		for key := range s.pending {
			if strings.HasPrefix(key, e.Package+" ") {
				s.show(key)
				delete(s.pending, key)
			}
		}
	}
}

// counted adds to the line that ends a package how many are done.
func (s *summary) counted(e event) string {
	verdict, _, _ := strings.Cut(e.Output, "\t")
	if !slices.Contains([]string{"ok  ", "FAIL", "?   "}, verdict) {
		return e.Output
	}
	s.running = slices.DeleteFunc(s.running, func(p string) bool { return p == e.Package })
	s.done, s.told = s.done+1, true
	return fmt.Sprintf("%s\t(%d of %d)\n", strings.TrimSuffix(e.Output, "\n"), s.done, s.total)
}

func (s *summary) show(key string) {
	for _, line := range s.pending[key] {
		fmt.Fprint(s.out, line)
	}
}
