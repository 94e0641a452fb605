package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"tilewatch/engine/nabit/still"
)

// row is one graded photo.
type row struct {
	match
	photo, kind    string
	tilt           float64 // of the camera from straight above, degrees
	light          string  // its name; empty: not written down
	words, control int     // on the table; of those, with the right place and controllers
	score          bool    // every player's number of controlled words is right
	banks, bank    int     // in view with tiles on them; of those, counted right
	sums           sums
	truth          *truth
	reading        still.Reading
	failed         string
	ms             float64
	overlay        []byte // what was seen, drawn on the picture (JPEG), if the reading has a fault
}

// columns are the tables' columns, as the outside judge names them.
var columns = []struct {
	name  string
	value func([]row) float64
}{
	{"recall", func(r []row) float64 { return share(r, func(r row) (int, int) { return r.found, r.want }) }},
	{"precision", func(r []row) float64 { return share(r, func(r row) (int, int) { return r.found, r.got }) }},
	{"letter", func(r []row) float64 { return share(r, func(r row) (int, int) { return r.letter, r.found }) }},
	{"color", func(r []row) float64 { return share(r, func(r row) (int, int) { return r.color, r.found }) }},
	{"height", func(r []row) float64 { return share(r, func(r row) (int, int) { return r.height, r.found }) }},
	{"board", func(r []row) float64 { return share(r, func(r row) (int, int) { return one(r.board), 1 }) }},
	{"full", func(r []row) float64 { return share(r, func(r row) (int, int) { return one(r.full), 1 }) }},
	{"control", func(r []row) float64 { return share(r, func(r row) (int, int) { return r.control, r.words }) }},
	{"score", func(r []row) float64 { return share(r, func(r row) (int, int) { return one(r.score), 1 }) }},
	{"bank", func(r []row) float64 { return share(r, func(r row) (int, int) { return r.bank, r.banks }) }},
	{"sure", func(r []row) float64 {
		return share(r, func(r row) (int, int) { sure, _ := r.sureOnes(); return sure, r.got })
	}},
	{"sure_right", func(r []row) float64 {
		return share(r, func(r row) (int, int) { sure, right := r.sureOnes(); return right, sure })
	}},
}

// surely is the confidence from which a tile, a bank or a total counts as sure.
const surely = 0.95

func (m match) sureOnes() (sure, right int) {
	for _, c := range m.sure {
		if c.confidence >= surely {
			sure++
			right += one(c.right)
		}
	}
	return sure, right
}

// share is the sum of parts over the sum of wholes; NaN if there is nothing.
func share(rows []row, count func(row) (part, whole int)) float64 {
	part, whole := 0, 0
	for _, r := range rows {
		p, w := count(r)
		part, whole = part+p, whole+w
	}
	if whole == 0 {
		return math.NaN()
	}
	return float64(part) / float64(whole)
}

// printTable writes a line for each kind of picture and one for all.
func printTable(out io.Writer, rows []row) {
	fmt.Fprintf(out, "%-16s%10s", "kind", "photos")
	for _, c := range columns {
		fmt.Fprintf(out, "%11s", c.name)
	}
	fmt.Fprintf(out, "%8s%8s\n", "failed", "ms")
	kinds := map[string][]row{}
	for _, r := range rows {
		kinds[r.kind] = append(kinds[r.kind], r)
	}
	for _, kind := range sortedKeys(kinds) {
		printLine(out, kind, kinds[kind])
	}
	printLine(out, "all", rows)
}

func printLine(out io.Writer, kind string, rows []row) {
	fmt.Fprintf(out, "%-16s%10d", kind, len(rows))
	for _, c := range columns {
		fmt.Fprintf(out, "%11.3f", c.value(rows))
	}
	failed, ms := 0, []float64{}
	for _, r := range rows {
		if r.failed != "" {
			failed++
		} else {
			ms = append(ms, r.ms)
		}
	}
	fmt.Fprintf(out, "%8d%8.1f\n", failed, median(ms))
}

// printReliability prints for each range of confidence how many of its tiles were wholly right.
func printReliability(out io.Writer, rows []row) {
	fmt.Fprintf(out, "%-16s%8s%8s%8s\n", "confidence", "tiles", "told", "right")
	for i, b := range bins(rows) {
		if b.count > 0 {
			n := float64(b.count)
			fmt.Fprintf(out, "%5.3f to %5.3f  %8d%8.3f%8.3f\n", confidenceEdges[i], min(confidenceEdges[i+1], 1), b.count, b.claimed/n, float64(b.right)/n)
		}
	}
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 1 {
		return values[middle]
	}
	return (values[middle-1] + values[middle]) / 2
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
