package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/pprof"
	"strings"
	"time"
)

// stages are the parts of reading a photo, by the packages that do them. Time counts for the innermost package of a call that is one of these.
var stages = []struct {
	name     string
	packages []string
}{
	{"picture: decode it, shrink it", []string{"tilewatch/vision/picture", "tilewatch/vision/jpegs", "tilewatch/cmd/internal/photo"}},
	{"map: where a network sees tiles", []string{"tilewatch/vision/nabit/tilemap"}},
	{"marks: blobs that may be letters", []string{"tilewatch/vision/nabit/marks"}},
	{"planes and candidates: how the table may lie, what may be a face", []string{"tilewatch/vision/nabit/tableplane", "tilewatch/vision/nabit/candidate"}},
	{"search and refinement: lattices, poses, which places hold tiles", []string{"tilewatch/vision/nabit/search", "tilewatch/vision/nabit/hypothesis", "tilewatch/vision/nabit/occlusion",
		"tilewatch/vision/nabit/hidden", "tilewatch/vision/nabit/background", "tilewatch/vision/nabit/inventory", "tilewatch/vision/nabit/hue"}},
	{"heights: all stacks together", []string{"tilewatch/vision/nabit/heights"}},
	{"glyphs: letters", []string{"tilewatch/vision/nabit/glyphs", "tilewatch/ocr"}},
	{"racks and banks", []string{"tilewatch/vision/nabit/racks"}},
	{"rules: the board that all this means, its words and scores", []string{"tilewatch/engine"}},
}

// restOfTime is what no stage does: collecting memory above all.
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
		return // nobody measured
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

// stageOf is the stage that the calls belong to, the innermost first.
func stageOf(calls []string) string {
	for _, call := range calls {
		for _, s := range stages {
			for _, p := range s.packages {
				if rest, ok := strings.CutPrefix(call, p); ok && strings.IndexAny(rest, "./") == 0 {
					return s.name
				}
			}
		}
	}
	return restOfTime
}
