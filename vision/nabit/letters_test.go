package nabit

import (
	"testing"
)

// TestLettersTellTilesThatEdgesDoNot reads boards of which a letter must tell what their edges do not: a word past tiles that a stack half
// hides, a striped cloth between tiles, a tile that lies elsewhere than levels that were mistaken have it, tiles seen dimly
// on stripes, and a word that hangs on a tile hardly seen behind a stack.
func TestLettersTellTilesThatEdgesDoNot(t *testing.T) { readAllTiles(t, "witness") }
