package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestAllWeightsHaveTheirCard reads the cards of the files that the program embeds.
func TestAllWeightsHaveTheirCard(t *testing.T) {
	all, err := cards("../../vision", "../../ocr")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 15 {
		t.Errorf("%d files of weights are found", len(all))
	}
	for _, c := range all {
		for _, f := range cardFields {
			if c.says[f.field] == "" {
				t.Errorf("%s: its card has no %s", c.weights, f.field)
			}
		}
	}
	var table bytes.Buffer
	printCards(&table, all)
	if lines := strings.Count(table.String(), "\n"); lines != len(all)+2 {
		t.Errorf("%d cards make %d lines", len(all), lines)
	}
	if _, err := cards("testdata/nothing"); err == nil {
		t.Error("a folder that is missing has cards")
	}
}
