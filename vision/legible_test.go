package vision

import "testing"

// TestSquaresOfAClothAreNoTiles reads boards on checked cloths: there are more of the squares than tiles, and they are linked better, or
// stand out more.
func TestSquaresOfAClothAreNoTiles(t *testing.T) { readAllTiles(t, "squares") }
