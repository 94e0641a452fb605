package main

import (
	"strings"

	"tilewatch/engine"
)

// names are the colors' names in one text.
func names(colors []engine.Color) string {
	if len(colors) == 0 {
		return "nobody"
	}
	return strings.Join(colorNames(colors), ", ")
}
