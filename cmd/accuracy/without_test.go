package main

import (
	"bytes"
	"strings"
	"testing"

	"tilewatch/engine"
)

// TestTheSameReadingIsNoChange however often it is compared; another confidence is one, and a lost tile is worse.
func TestTheSameReadingIsNoChange(t *testing.T) {
	table := board{}
	for i := range 20 {
		table[engine.Place{Row: i % 4, Col: i / 4}] = tile{"A", engine.Red, 1, false, float64(i) / 20}
	}
	rowOf := func(change func(board)) row {
		seen := board{}
		for at, one := range table {
			seen[at] = one
		}
		change(seen)
		return row{match: compare(table, seen)}
	}
	whole := []row{rowOf(func(board) {}), rowOf(func(board) {}), rowOf(func(board) {})}
	var out bytes.Buffer
	printWithout(&out, "gaps", "full", []row{rowOf(func(board) {}),
		rowOf(func(b board) { b[engine.Place{}] = tile{"A", engine.Red, 1, false, 0.9} }),
		rowOf(func(b board) { delete(b, engine.Place{}) })}, whole)
	if got := strings.Fields(out.String()); strings.Join(got[2:7], " ") != "2 2 0 2 1" {
		t.Errorf("boards, heights, scores, changed, worse are %v", got[2:7])
	}
}
