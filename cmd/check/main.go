// Command check runs all that a commit must pass: go vet, staticcheck and the tests.
//
//	check [-fast [-since BRANCH]] [flags of go test]
//
// The tests run in two passes. With the race detector run the packages in which goroutines share something; it slows
// arithmetic five to ten times, so of those whose tests read pictures it runs only the tests named TestRace..., a small picture
// each. The second pass runs everything else without it. Which package is which is read from the code (see plan.go).
//
// -fast checks only the packages that differ from a branch, main, and those that import them.
//
// What fails is shown, then the ten slowest tests, and a line that counts the tests. The exit status is 0 if all passed, 1 if
// something failed, 2 if it could not begin.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

func main() {
	fast := flag.Bool("fast", false, "only the packages that differ from a branch, and those that import them")
	since := flag.String("since", "main", "the branch that -fast compares with")
	flag.Parse()
	packages, err := load(".")
	if err == nil && *fast {
		packages, err = touched(packages, *since)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(2)
	}
	if !check(os.Stdout, packages, flag.Args()) {
		os.Exit(1)
	}
}

// check runs the passes of the tests one after another and, beside them, vet and staticcheck.
func check(out io.Writer, packages []pkg, flags []string) bool {
	var analysed sync.WaitGroup
	var findings bytes.Buffer
	clean := true
	analysed.Go(func() { clean = analyse(&findings, names(packages)) })
	s := newSummary(out)
	passed := true
	for _, pass := range plan(packages) {
		fmt.Fprintln(out, pass)
		passed = test(s, append(pass.arguments(), flags...)) && passed
	}
	analysed.Wait()
	_, _ = findings.WriteTo(out)
	fmt.Fprintln(out, s)
	return passed && clean
}

// analyse runs vet and staticcheck, and reports whether neither found anything.
func analyse(out io.Writer, packages []string) bool {
	clean := true
	for _, tool := range [][]string{{"vet"}, {"tool", "staticcheck"}} {
		if len(packages) == 0 {
			continue
		}
		c := exec.Command("go", append(tool, packages...)...)
		c.Stdout, c.Stderr = out, out
		err := c.Run()
		verdict := "clean"
		if err != nil {
			clean, verdict = false, err.Error()
		}
		fmt.Fprintf(out, "go %s: %s\n", strings.Join(tool, " "), verdict)
	}
	return clean
}

// test runs go test with the arguments, adds its events to the summary, and reports whether all tests passed.
func test(s *summary, arguments []string) bool {
	tests := exec.Command("go", append([]string{"test", "-json", "-vet=off"}, arguments...)...)
	tests.Stderr = os.Stderr
	events, err := tests.StdoutPipe()
	if err == nil {
		err = tests.Start()
	}
	if err == nil {
		err = s.read(events)
		err = errors.Join(err, tests.Wait())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(s.out, "check:", err)
	}
	if err != nil && s.failed == 0 {
		s.failed++ // go test itself failed
	}
	return err == nil
}
