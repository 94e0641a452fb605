package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/pprof"
	"slices"
	"strings"
	"time"
)

// stage is a part of reading a photo, by the packages that do it.
type stage struct {
	name     string
	serves   bool // others call it: its time is theirs then
	packages []string
}

var stages = []stage{
	{"picture: decode it, shrink it", true, []string{"tilewatch/vision/picture", "tilewatch/vision/jpegs", "tilewatch/cmd/internal/photo"}},
	{"map: where a network sees tiles", false, []string{"tilewatch/vision/nabit/tilemap"}},
	{"candidates: blobs that may be letters, how the table may lie, what may be a face", false, []string{"tilewatch/vision/nabit/candidate"}},
	{"search and refinement: lattices, poses, which places hold tiles", true, []string{"tilewatch/vision/nabit/search", "tilewatch/vision/nabit/hypothesis", "tilewatch/vision/nabit/visible",
		"tilewatch/vision/nabit/growth", "tilewatch/vision/nabit/inventory", "tilewatch/vision/nabit/hue"}},
	{"heights: all stacks together", false, []string{"tilewatch/vision/nabit/heights"}},
	{"letters", false, []string{"tilewatch/ocr"}},
	{"racks and banks", false, []string{"tilewatch/vision/nabit/racks"}},
	{"rules: the board that all this means, its words and scores", true, []string{"tilewatch/engine"}},
}

// does says whether the stage's packages have the function.
func (s *stage) does(function string) bool {
	return slices.ContainsFunc(s.packages, func(p string) bool {
		rest, ok := strings.CutPrefix(function, p)
		return ok && strings.IndexAny(rest, "./") == 0
	})
}

// restOfTime is the time outside all stages, mostly garbage collection.
const restOfTime = "the rest: memory above all"

// stageTimes are the processor times of stages, by name.
type stageTimes map[string]time.Duration

// print writes a table of the processor time of an average photo. The stages run on all cores, so that it is more than the time that passes.
func (t stageTimes) print(b *bytes.Buffer, photos int) {
	var all time.Duration
	for _, took := range t {
		all += took
	}
	if all == 0 {
		return // no times were measured
	}
	b.WriteString("| stage | processor time of a photo, ms | share |\n|---|---|---|\n")
	line := func(name string, took time.Duration) {
		fmt.Fprintf(b, "| %s | %.1f | %.1f %% |\n", name, took.Seconds()*1000/float64(photos), 100*took.Seconds()/all.Seconds())
	}
	for _, s := range stages {
		line(s.name, t[s.name])
	}
	line(restOfTime, t[restOfTime])
	line("all", all)
}

// profiled measures what the stages take while something is done.
func profiled(do func()) (times stageTimes, err error) {
	file, err := os.CreateTemp("", "accuracy*.pprof")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, err
	}
	do()
	pprof.StopCPUProfile()
	if err := file.Close(); err != nil {
		return nil, err
	}
	traces, err := exec.Command("go", "tool", "pprof", "-traces", "-unit=us", file.Name()).Output()
	if err != nil {
		return nil, fmt.Errorf("go tool pprof: %w", err)
	}
	return timesOf(traces)
}

// timesOf reads what "go tool pprof -traces" prints: after each line of dashes a sample's time, then its calls, the innermost first.
func timesOf(traces []byte) (stageTimes, error) {
	times := stageTimes{}
	_, samples, _ := bytes.Cut(traces, []byte("\n---"))
	for sample := range strings.SplitSeq(string(samples), "\n---") {
		_, calls, _ := strings.Cut(sample, "\n") // the rest of the dashes
		words := strings.Fields(calls)
		if len(words) == 0 {
			continue
		}
		took, err := time.ParseDuration(words[0])
		if err != nil {
			return nil, fmt.Errorf("not a sample of a profile: %q: %w", sample, err)
		}
		times[stageOf(words[1:])] += took
	}
	return times, nil
}

// lender lends a picture to all that read it: what happens inside is no work of its own.
const lender = "tilewatch/vision/picture.WithRaster"

// stageOf is the stage that the calls belong to, the innermost first: the first that serves no other, else the outermost.
func stageOf(calls []string) string {
	name := restOfTime
	for _, call := range calls {
		if strings.HasPrefix(call, lender) {
			continue
		}
		for i := range stages {
			switch s := &stages[i]; {
			case !s.does(call):
			case s.serves:
				name = s.name
			default:
				return s.name
			}
		}
	}
	return name
}
