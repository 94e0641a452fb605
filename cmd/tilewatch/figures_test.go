package main

import (
	"bufio"
	"strconv"
	"strings"
	"testing"
)

// figure is the sum of a figure over all its labels; -1 if the server does not have it.
func figure(t *testing.T, address, name string) float64 {
	t.Helper()
	sum := -1.0
	for lines := bufio.NewScanner(strings.NewReader(page(t, address+"/metrics"))); lines.Scan(); {
		key, text, _ := strings.Cut(lines.Text(), " ")
		if key != name && !strings.HasPrefix(key, name+"{") {
			continue
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		sum = max(sum, 0) + value
	}
	return sum
}

// moved waits until each of the figures is more than zero.
func moved(t *testing.T, address string, names ...string) {
	t.Helper()
	for _, name := range names {
		await(t, name+" does not move", func() bool { return figure(t, address, name) > 0 })
	}
}
