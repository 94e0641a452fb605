package main

import (
	"strings"
	"testing"
)

func TestTheLicensesOfAllThatItContainsArePrinted(t *testing.T) {
	t.Parallel()
	out, diagnostics, status := inside(t, "words", "--notices")
	for _, want := range []string{"WordNet", "Kevin Atkinson", "github.com/labstack/echo/v4", "OpenCV: Apache-2.0", "Permission is hereby granted"} {
		if status != exitDone || !strings.Contains(out, want) {
			t.Errorf("status %d, %s: no %q", status, diagnostics, want)
		}
	}
}
