// Command check runs all that a commit must pass: the analysis of the code (see analyze), deadcode and the tests.
//
//	check [-tests] [-fast [-since BRANCH]] [flags of go test]
//
// -tests leaves the analysis and deadcode out.
//
// The tests run in two passes. With the race detector run the packages in which goroutines share something; it slows
// arithmetic five to ten times, so of those whose tests read pictures it runs only the tests named TestRace..., a small picture
// each. The second pass runs everything else without it. Which package is which is read from the code (see plan.go).
//
// -fast checks only the packages that differ from a branch, main, and those that import them, and leaves deadcode out.
//
// Each package is told when it is done, with how many there are, and whoever waits is told now and then which run. What fails is shown, then the ten slowest tests, and a line that counts the tests. The exit status is 0 if all passed, 1 if
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
	"sync"
	"time"
)

func main() {
	only := flag.Bool("tests", false, "only the tests")
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
	var tools []tool
	if !*only {
		tools = append(tools, analysis(names(packages)))
	}
	if !*only && !*fast {
		tools = append(tools, deadcode)
	}
	if !check(os.Stdout, packages, tools, flag.Args()) {
		os.Exit(1)
	}
}

// wait is how long nothing is told at most.
const wait = 15 * time.Second

// check runs the passes of the tests one after another and, beside them, the tools that analyze the code. Both compile the same packages
// without the race detector, so the pass that wants these waits for the tools.
func check(out io.Writer, packages []pkg, tools []tool, flags []string) bool {
	var analyzed sync.WaitGroup
	var findings bytes.Buffer
	clean := true
	analyzed.Go(func() {
		for _, t := range tools {
			clean = t.run(&findings) && clean
		}
	})
	ticker := time.NewTicker(wait)
	defer ticker.Stop()
	passes := plan(packages)
	s := newSummary(out, ticker.C, passes)
	passed := true
	for _, pass := range passes {
		if !pass.raced() {
			analyzed.Wait()
		}
		fmt.Fprintln(out, pass)
		passed = test(s, append(pass.arguments(), flags...)) && passed
	}
	analyzed.Wait()
	_, _ = findings.WriteTo(out)
	fmt.Fprintln(out, s)
	return passed && clean
}

// A tool analyzes code: it is a call of the go command, with more in its environment.
type tool struct {
	name        string
	arguments   []string
	environment []string
}

// analysis wants the command analyze, which make builds there.
func analysis(packages []string) tool {
	return tool{"analysis", append([]string{"vet", "-vettool=bin/analyze"}, packages...), nil}
}

// deadcode is a test of the whole module, so it is no part of -fast.
var deadcode = tool{"deadcode", []string{"test", "-vet=off", "-count=1", "-run=^TestNoFunctionIsDead$", "."}, []string{"DEADCODE=1"}}

// run runs the tool and reports whether it found nothing.
func (t tool) run(out io.Writer) bool {
	began := time.Now()
	c := exec.Command("go", t.arguments...)
	c.Env = append(os.Environ(), t.environment...)
	c.Stdout, c.Stderr = out, out
	err := c.Run()
	verdict := "clean"
	if err != nil {
		verdict = err.Error()
	}
	fmt.Fprintf(out, "%s: %s, %.1f s\n", t.name, verdict, time.Since(began).Seconds())
	return err == nil
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
