package vision

import "testing"

// TestSquaresOfAClothAreNoTiles reads a board on a checked cloth: there are more of its squares than tiles, and they are linked better.
func TestSquaresOfAClothAreNoTiles(t *testing.T) { readAllTiles(t, "squares") }
