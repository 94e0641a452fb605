package nabit

import (
	"testing"
)

// TestLettersShowTilesThatEdgesDoNot reads boards that need letters as evidence: a word beyond tiles that a stack half hides, a striped cloth between
// tiles, a tile that mistaken levels have elsewhere, dim tiles on stripes, and a word linked by a tile almost hidden behind a stack.
func TestLettersShowTilesThatEdgesDoNot(t *testing.T) { readAllTiles(t, "witness") }
